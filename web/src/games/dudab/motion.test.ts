import { expect, it } from 'vitest'
import type { DudabBeat } from '../../wire'
import { JUNGLE } from './cards'
import { flights, start } from './motion'

const told = (beat: object): DudabBeat => ({ clauses: [], ...beat }) as unknown as DudabBeat

it('lets a card fly from the hand that is seen, or from the seat that is not', () => {
  const placed = told({ type: 'placed', seat: 1, card: 5, column: 0, request: -1 })
  expect(flights([placed], 1)).toEqual([{ from: 'hand:5.', to: 'column:0:', card: 5 }])
  expect(flights([placed], 0)).toEqual([{ from: 'seat:1', to: 'column:0:', card: 5 }])
})

it('shows the back of what others draw', () => {
  expect(flights([told({ type: 'drew', seat: 2, card: null })], 0)).toEqual([{ from: 'pile', to: 'seat:2', card: null }])
  expect(flights([told({ type: 'drew', seat: 0, card: JUNGLE })], 0)).toEqual([{ from: 'pile', to: 'hand:air', card: JUNGLE }])
})

it('moves a whole column into a pile', () => {
  const [flight] = flights([told({ type: 'picked-up', seat: 2, column: 1, cards: [1, 2] })], 0)
  expect(flight).toMatchObject({ from: 'column:1:', to: 'own:2', all: true })
})

it('has nothing to show for words', () => {
  expect(flights([told({ type: 'yielded', seat: 0 }), told({ type: 'attacked', seat: 1, column: 0 })], 0)).toEqual([])
})

it('has the last of many flights land within a second', () => {
  expect(start(0, 1)).toBe(0)
  expect(start(1, 2)).toBe(120)
  expect(start(20, 21) + 340).toBeLessThanOrEqual(1000)
})
