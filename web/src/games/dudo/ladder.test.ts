import { expect, test } from 'vitest'
import { agrees, cells, favourite, notation, same } from './ladder'

test('Q-DU-01: the starred cells lie between 2k-1 and 2k, and the rest of them at the end', () => {
  const words = cells(4, {}).map((cell) => (cell.starred ? `${cell.count}*` : String(cell.count)))
  expect(words).toEqual(['1', '1*', '2', '3', '2*', '4', '3*', '4*'])
})

test('Q-DU-07: a board of fixed length has half as many starred cells', () => {
  expect(cells(30, { board_length: 20 }).filter((cell) => cell.starred)).toHaveLength(10)
})

test('a cell and a face are a move in notation; a starred cell needs no face', () => {
  expect(notation({ starred: false, count: 7 }, 3)).toBe('7x3')
  expect(notation({ starred: true, count: 5 }, 3)).toBe('5*')
})

test('the first guess is the face one has most of, jokers aside', () => {
  expect(favourite([1, 1, 3, 3, 5])).toBe(3)
  expect(favourite([2, 6])).toBe(6)
  expect(favourite([1])).toBe(6)
  expect(favourite(null)).toBe(6)
})

test('DU-23, DU-26: jokers agree with every bid, and with a joker bid nothing else does', () => {
  const fours = { type: 'bid', count: 3, face: 4 } as const
  expect([1, 2, 4].map((die) => agrees(die, fours))).toEqual([true, false, true])
  expect([1, 4].map((die) => agrees(die, { type: 'jokers', count: 2 }))).toEqual([true, false])
  expect(same({ starred: true, count: 1 }, { starred: false, count: 1 })).toBe(false)
})
