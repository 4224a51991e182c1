import { expect, it } from 'vitest'
import { DUDAB, JUNGLE } from './cards'
import { laid, pairs, steps } from './layout'

it('lays a column from its oldest card', () => {
  const column = { hidden: [], above: [1, 2], below: null }
  expect(laid(column).map((piece) => [piece.card, piece.step])).toEqual([
    [1, 0],
    [2, 1],
  ])
  expect(steps(column)).toBe(2)
  expect(pairs(column)).toEqual([])
})

it('leaves a step for the stack under a Baby and one for a Jungle', () => {
  const column = { hidden: [5, 6, 70], above: [1], below: [DUDAB] }
  expect(laid(column).map((piece) => [piece.card, piece.step])).toEqual([
    [1, 1],
    [JUNGLE, 2],
    [DUDAB, 3],
  ])
  expect(steps(column)).toBe(4)
})

it('pairs the cards below a Jungle with those equally far above it, the open place last', () => {
  const column = { hidden: [], above: [10, 11, 12], below: [20] }
  expect(pairs(column)).toEqual([
    { upper: 2, lower: 4, open: false },
    { upper: 1, lower: 5, open: true },
  ])
})

it('shows no open place where nothing lies opposite', () => {
  expect(pairs({ hidden: [], above: [10], below: [20] })).toEqual([{ upper: 0, lower: 2, open: false }])
})
