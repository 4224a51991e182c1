import { expect, test } from 'vitest'
import { readStanding, writeStanding } from './standing'

test('a standing answer is read as it was written', () => {
  expect(writeStanding([13, 7], 'pass')).toBe('offer 7 P else pass')
  expect(readStanding('offer 7 P else pass')).toEqual({ wanted: [7, 13], otherwise: 'pass' })
  expect(readStanding(writeStanding([], 'pass'))).toEqual({ wanted: [], otherwise: 'pass' })
})

test('where nothing was left one is asked', () => {
  expect(readStanding(null)).toEqual({ wanted: [], otherwise: 'ask' })
})
