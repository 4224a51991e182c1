import { expect, test } from 'vitest'
import type { RumbugzView } from '../../wire'
import { arranged, begin, changed, guesses, moved, placed, single, tidied, turned, worth } from './draft'

const view = {
  rows: [{ owner: 0, row: { kind: 'single', slots: [3, 4, -5, 6] }, fresh: [] }],
} as unknown as RumbugzView
const draft = () => begin(view, [7, 7, 2, 13])

test('a tile goes from the hand into a row, in order, and back', () => {
  const there = moved(draft(), { at: 'hand', index: 2 }, { at: 'row', row: 0 })
  expect(there.rows[0]!.slots).toEqual([2, 3, 4, -5, 6])
  expect(there.hand).toEqual([7, 7, 13])
  const back = moved(there, { at: 'row', row: 0, index: 0 }, { at: 'hand' })
  expect(back.hand).toEqual([7, 7, 13, 2])
  expect(changed(back, view)).toBe(false)
})

test('a PLYT is first taken for the gap of its row, then for its ends', () => {
  expect(guesses({ kind: 'double', slots: [2, 6] })).toEqual([4, 8])
  expect(guesses({ kind: 'single', slots: [9, 10, 11, 12] })).toEqual([8])
  expect(guesses({ kind: 'match', slots: [5, 5] })).toEqual([5])
  expect(moved(draft(), { at: 'hand', index: 3 }, { at: 'row', row: 0 }).rows[0]!.slots).toEqual([3, 4, -5, 6, -7])
})

test('a PLYT can be turned to the other numbers that make sense', () => {
  const once = moved(draft(), { at: 'hand', index: 3 }, { at: 'row', row: 0 })
  expect(turned(once, 0, 4).rows[0]!.slots).toEqual([-2, 3, 4, -5, 6])
})

test('a PLYT that comes back to the hand stands for nothing', () => {
  expect(moved(draft(), { at: 'row', row: 0, index: 2 }, { at: 'hand' }).hand).toEqual([7, 7, 2, 13, 13])
})

test('a new row that is empty again was never there', () => {
  const begun = moved(draft(), { at: 'hand', index: 0 }, { at: 'new', kind: 'match' })
  expect(begun.rows[1]).toEqual({ kind: 'match', slots: [7] })
  expect(tidied(moved(begun, { at: 'row', row: 1, index: 0 }, { at: 'hand' }), 1).rows).toHaveLength(1)
})

test('one tile lies ready to be thrown; another one sends it back', () => {
  const first = moved(draft(), { at: 'hand', index: 2 }, { at: 'discard' })
  expect(first.discard).toBe(2)
  const second = moved(first, { at: 'hand', index: 0 }, { at: 'discard' })
  expect([second.discard, second.hand]).toEqual([7, [7, 13, 2]])
})

test('an arranged hand keeps its order as tiles come and go', () => {
  expect(arranged([9, 1, 4, 4], [1, 4, 9, 12])).toEqual([9, 1, 4, 12])
})

test('a draft of one step is that step in notation', () => {
  const lay = [0, 0, 0].reduce((one) => moved(one, { at: 'hand', index: 0 }, { at: 'row', row: 1 }), moved(begin(view, [2, 3, 4, 13, 9]), { at: 'hand', index: 0 }, { at: 'new', kind: 'single' }))
  expect(single(lay, view)).toBe('lay single 2 3 4 P5')
  expect(single(moved(draft(), { at: 'hand', index: 0 }, { at: 'row', row: 0 }), view)).toBe('add 1 7')
  expect(single(moved(moved(draft(), { at: 'hand', index: 0 }, { at: 'row', row: 0 }), { at: 'row', row: 0, index: 0 }, { at: 'hand' }), view)).toBe('swap 1 7 for 3')
  expect(single(moved(draft(), { at: 'hand', index: 3 }, { at: 'discard' }), view)).toBe('discard P')
  expect(single(draft(), view)).toBeUndefined()
})

test('a tile of the hand goes elsewhere in it', () => {
  expect(placed([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4])
  expect(placed([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3])
  expect(placed([1, 2, 3, 4], 1, Infinity)).toEqual([1, 3, 4, 2])
  expect(placed([1, 2], 1, -1)).toEqual([2, 1])
})

test('what is left counts its numbers, and a PLYT what the table says', () => {
  expect(worth([3, 12, 13], 0)).toBe(15)
  expect(worth([13, 13], 12)).toBe(24)
})
