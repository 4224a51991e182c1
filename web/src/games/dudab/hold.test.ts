import { describe, expect, it } from 'vitest'
import type { DudabMove } from '../../wire'
import { DUDAB, pieces } from './cards'
import { Holding } from './hold.svelte'
import type { Offer } from './targets'

const place = (card: number, column: number, request: number, notation: string): Offer => ({
  move: { type: 'place', card, column, request } as DudabMove,
  notation,
})
const OFFERS = [place(12, 0, -1, 'R-mam-1>1'), place(DUDAB, 0, -1, 'D>1'), place(DUDAB, 0, 0, 'D>1:R')]
const HAND = pieces([12, 65, 65, DUDAB])

function holding(): { it: Holding; sent: string[]; play: (move: string) => void } {
  const sent: string[] = []
  return { it: new Holding(), sent, play: (move) => void sent.push(move) }
}

describe('a card that is put somewhere', () => {
  it('is sent as the server wrote it', () => {
    const { it: hold, sent, play } = holding()
    hold.take(HAND[0]!)
    expect(hold.put(12, { at: 'column', column: 0 }, OFFERS, play)).toBe(true)
    expect(sent).toEqual(['R-mam-1>1'])
    expect(hold.held).toBeUndefined()
  })

  it('asks first where it can ask for several things', () => {
    const { it: hold, sent, play } = holding()
    hold.take(HAND[3]!)
    expect(hold.put(DUDAB, { at: 'column', column: 0 }, OFFERS, play)).toBe(false)
    expect(hold.asking?.ways.map((way) => way.notation)).toEqual(['D>1', 'D>1:R'])
    expect(sent).toEqual([])
  })

  it('is sent all the same where the server does not offer it', () => {
    const { it: hold, sent, play } = holding()
    hold.put(12, { at: 'column', column: 1 }, OFFERS, play)
    expect(sent).toEqual(['R-mam-1>2'])
  })
})

describe('cards that are shed', () => {
  it('are marked up to the number that is to go, the latest counting', () => {
    const { it: hold } = holding()
    for (const piece of HAND.slice(0, 3)) hold.mark(piece, 2)
    expect(hold.marked).toEqual(['65.0', '65.1'])
    hold.mark(HAND[1]!, 2)
    expect(hold.marked).toEqual(['65.1'])
  })

  it('go one after another, each when the one before is done', () => {
    const { it: hold, sent, play } = holding()
    hold.shed([65, 65], { at: 'own' }, play)
    expect(sent).toEqual(['tuck S:B'])
    hold.follow(pieces([12, 65, DUDAB]), ['tuck S:B', 'tuck D'], play)
    expect(sent).toEqual(['tuck S:B', 'tuck S:B'])
  })

  it('stop where the server no longer offers it', () => {
    const { it: hold, sent, play } = holding()
    hold.shed([65, 12], { at: 'discard' }, play)
    hold.follow(pieces([12, 65, DUDAB]), ['draw'], play)
    hold.follow(pieces([12, 65, DUDAB]), ['toss R-mam-1'], play)
    expect(sent).toEqual(['toss S:B'])
  })
})

it('lets go of a card that has left the hand', () => {
  const { it: hold, play } = holding()
  hold.take(HAND[2]!)
  hold.follow(pieces([12, 65]), [], play)
  expect(hold.held).toBeUndefined()
})
