import { expect, it } from 'vitest'
import type { DudabSheet } from '../../wire'
import { BABY, DUDAB, JUNGLE } from './cards'
import { hung, sheetLines } from './sheet'

const EMPTY: DudabSheet = {
  ...{ hand_dudabs: 0, couples: [], negated: [], idle_dudabs: 0, groups: [], idle_jungles: 0 },
  ...{ babies: 0, shamans: [], numbers: [], total: 0 },
}
const sum = (sheet: DudabSheet): number => sheetLines(sheet).reduce((points, line) => points + line.points, 0)

it('says nothing of what is not there', () => {
  expect(sheetLines(EMPTY)).toEqual([])
})

it('pairs Dudabs with Shamans before Numbers, then hangs Jungles, then counts', () => {
  const sheet: DudabSheet = {
    ...EMPTY,
    ...{ hand_dudabs: 1, couples: [64], negated: [3, 7], groups: [{ cards: [0, 4] }], babies: 3, shamans: [65], numbers: [9, 10] },
    total: 5 - 8 - 6 + 5 + 5,
  }
  expect(sheetLines(sheet).map((line) => line.kind)).toEqual([
    ...['hand-dudabs', 'couples', 'negated', 'group', 'babies', 'shamans', 'numbers'],
  ])
  expect(sheetLines(sheet)[1]?.bundles).toEqual([[DUDAB, 64]])
  expect(sheetLines(sheet)[3]?.bundles).toEqual([[JUNGLE, 0, 4]])
  expect(sheetLines(sheet)[4]?.bundles).toEqual([[BABY, BABY, BABY]])
  expect(sum(sheet)).toBe(sheet.total)
})

it('names what hangs on a Jungle', () => {
  const lines = sheetLines({ ...EMPTY, groups: [{ cards: [2, 6] }, { cards: [64, 66] }] })
  expect(lines.map(hung)).toEqual(['3', 'shamans'])
})
