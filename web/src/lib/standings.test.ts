import { expect, it } from 'vitest'
import { standings } from './standings'

it('puts the winner first and the most points next', () => {
  expect(standings({ scores: [0, 3, 1], winners: [1] }).map((one) => one.seat)).toEqual([1, 2, 0])
})
it('counts upwards where the fewest points win', () => {
  expect(standings({ scores: [40, 12, 25], winners: [1] }).map((one) => one.seat)).toEqual([1, 2, 0])
})
it('lets winners share the first place in the order of their seats', () => {
  const shared = standings({ scores: [5, 9, 5], winners: [0, 2] })
  expect(shared.map((one) => [one.seat, one.won])).toEqual([
    [0, true],
    [2, true],
    [1, false],
  ])
})
