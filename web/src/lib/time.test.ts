import { expect, it } from 'vitest'
import { clockFace } from './time'

it.each([
  [0, '0:00'],
  [6.2, '0:07'],
  [750, '12:30'],
  [3900, '1:05:00'],
  [3 * 86_400, '3 d'],
])('shows %d seconds as %s', (seconds, face) => {
  expect(clockFace(seconds)).toBe(face)
})
