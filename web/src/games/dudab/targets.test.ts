import { describe, expect, it } from 'vitest'
import type { DudabMove, DudabView } from '../../wire'
import { BABY, DUDAB, JUNGLE } from './cards'
import { anyway, around, inTheAir, leading, movable, offers, requests, toShed } from './targets'

function seen(change: Partial<DudabView>): DudabView {
  return {
    ...({ game: 'dudab', viewer: 0, seats: 3, round: 1, to_move: [0], moves: [], result: null, phase: 'free' } as object),
    ...({ opener: 0, turn: 0, hand: [], hand_sizes: [3, 3, 3], shown: [[], [], []], piles: [[], [], []] } as object),
    ...({ tucked: [], tucked_sizes: [0, 0, 0], columns: [], discard: [], draw_pile: 70, duty: null, todo: [] } as object),
    ...({ ledger: [], options: {} } as object),
    ...change,
  } as DudabView
}

const place = (card: number, column: number, request = -1): DudabMove => ({ type: 'place', card, column, request })

describe('where a card may go', () => {
  const moves = [place(3, 0), place(3, 1), place(DUDAB, 1), place(DUDAB, 1, 4), { type: 'draw' } as DudabMove]
  const all = offers(seen({ moves }), ['R-hand-4>1', 'R-hand-4>2', 'D>2', 'D>2:1', 'draw'])

  it('is what the server lists for that card', () => {
    expect(leading(all, 3, { at: 'column', column: 1 }).map((one) => one.notation)).toEqual(['R-hand-4>2'])
    expect(leading(all, 3, { at: 'own' })).toEqual([])
    expect(movable(all, 3)).toBe(true)
    expect(movable(all, 4)).toBe(false)
  })

  it('is with a Dudab a choice of requests', () => {
    expect(requests(leading(all, DUDAB, { at: 'column', column: 1 }))).toEqual([
      { request: -1, notation: 'D>2' },
      { request: 4, notation: 'D>2:1' },
    ])
  })

  it('is for a shed card a pile', () => {
    const shed = offers(seen({ moves: [{ type: 'tuck', card: 64 }, { type: 'toss', card: 64 }] }), ['tuck S:R', 'toss S:R'])
    expect(leading(shed, 64, { at: 'own' })[0]?.notation).toBe('tuck S:R')
    expect(leading(shed, 64, { at: 'discard' })[0]?.notation).toBe('toss S:R')
  })

  it('can be asked anyway, so that the server says why not', () => {
    expect(anyway(11, { at: 'column', column: 2 })).toBe('R-hide-4>3')
    expect(anyway(65, { at: 'own' })).toBe('tuck S:B')
    expect(anyway(DUDAB, { at: 'discard' })).toBe('toss D')
  })
})

it('counts what is still to be shed', () => {
  expect(toShed(seen({ phase: 'shed-to-2', hand_sizes: [4, 3, 3] }))).toBe(2)
  expect(toShed(seen({ phase: 'trim', to_move: [1], hand_sizes: [4, 8, 3] }))).toBe(3)
  expect(toShed(seen({ phase: 'shed-one' }))).toBe(1)
  expect(toShed(seen({ phase: 'free' }))).toBe(0)
})

it('knows what was drawn and waits for a column', () => {
  expect(inTheAir(seen({ phase: 'place-jungle', to_move: [2] }))).toEqual({ card: JUNGLE, seat: 2 })
  expect(inTheAir(seen({ phase: 'place-baby' }))).toEqual({ card: BABY, seat: 0 })
  expect(inTheAir(seen({}))).toBeUndefined()
})

it('seats the others from the left neighbour on', () => {
  expect(around(seen({ viewer: 1 }))).toEqual([2, 0])
  expect(around(seen({ viewer: null }))).toEqual([0, 1, 2])
})
