import { expect, test } from 'vitest'
import type { RumbugzBeat } from '../../wire'
import { drawn, flights } from './motion'

const beats = [
  { type: 'drew', clauses: [], seat: 0, tile: 7 },
  { type: 'drew', clauses: [], seat: 1, tile: null },
  { type: 'laid', clauses: [], seat: 0, number: 2, row: { kind: 'single', slots: [3, -4, 5, 6] } },
  { type: 'changed', clauses: [], seat: 1, number: 1, put: 8, take: 13, row: { kind: 'single', slots: [5, 6, 7, 8] } },
  { type: 'threw', clauses: [], seat: 1, tile: 2 },
] satisfies RumbugzBeat[]

test('drawn tiles fly from the bag: one’s own to its place, another’s to its seat', () => {
  const [own, other] = flights(beats, 0, false)
  expect(own).toEqual({ from: 'bag', to: 'hand:7.', card: 7 })
  expect(other).toEqual({ from: 'bag', to: 'seat:1', card: null })
})

test('every tile of a row that is laid flies, a PLYT as what it stands for', () => {
  const laid = flights(beats, 0, false).filter((one) => one.to.startsWith('row:2'))
  expect(laid.map((one) => [one.from, one.card])).toEqual([['hand:3.', 3], ['hand:13.', -4], ['hand:5.', 5], ['hand:6.', 6]])
})

test('an exchange is two flights', () => {
  expect(flights(beats, 0, false).slice(-3)).toEqual([
    { from: 'seat:1', to: 'row:1:8.', card: 8 },
    { from: 'row:1:13.', to: 'seat:1', card: 13 },
    { from: 'seat:1', to: 'pile', card: 2 },
  ])
})

test('what was tried out lies there already', () => {
  expect(flights(beats, 0, true).some((one) => one.to.startsWith('row:2'))).toBe(false)
})

test('only the tiles that came to this hand are new to it', () => {
  expect(drawn(beats, 0)).toEqual([7])
  expect(drawn(beats, 1)).toEqual([])
})
