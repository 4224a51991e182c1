/** Where the server lets a card go, read off its list of moves; and how to ask for what is not on the list. */
import type { DudabMove, DudabView } from '../../wire'
import { BABY, FEWEST, JUNGLE, MOST, NO_REQUEST, write } from './cards'

export type Target = { at: 'column'; column: number } | { at: 'own' } | { at: 'discard' }

export interface Offer {
  move: DudabMove
  notation: string
}

/** The legal moves with their notation; both lists stand in the same order. */
export function offers(view: DudabView, moves: readonly string[]): Offer[] {
  return moves.flatMap((notation, at) => {
    const move = view.moves[at]
    return move === undefined ? [] : [{ move, notation }]
  })
}

/** The offers that bring a card to a target; for a Dudab there may be one for every request. */
export function leading(all: readonly Offer[], card: number, to: Target): Offer[] {
  return all.filter(({ move }) => {
    if (move.type === 'place' || move.type === 'lay')
      return to.at === 'column' && move.card === card && move.column === to.column
    if (move.type === 'tuck') return to.at === 'own' && move.card === card
    return move.type === 'toss' && to.at === 'discard' && move.card === card
  })
}

/** Whether a card may go anywhere at all. */
export function movable(all: readonly Offer[], card: number): boolean {
  return all.some(({ move }) => 'card' in move && move.card === card)
}

/** What to send for a drop that is not on the list, so that the server can say which clause forbids it. */
export function anyway(card: number, to: Target): string {
  if (to.at === 'column') return `${write(card)}>${to.column + 1}`
  return `${to.at === 'own' ? 'tuck' : 'toss'} ${write(card)}`
}

/** The requests among some offers, none first. */
export function requests(some: readonly Offer[]): { request: number; notation: string }[] {
  return some.flatMap(({ move, notation }) => (move.type === 'place' ? [{ request: move.request, notation }] : []))
}

/** Whether cards are being shed, by whoever decides. */
export function isShedding(view: DudabView): boolean {
  return view.phase === 'shed-one' || view.phase === 'shed-to-2' || view.phase === 'trim'
}

/** How many cards are still to be shed by the seat that decides. */
export function toShed(view: DudabView): number {
  const seat = view.to_move[0]
  if (seat === undefined) return 0
  if (view.phase === 'shed-one') return 1
  if (view.phase === 'shed-to-2') return view.hand_sizes[seat]! - FEWEST
  return view.phase === 'trim' ? view.hand_sizes[seat]! - MOST : 0
}

/** A Jungle or Baby that was drawn and waits for a column, and who holds it. */
export function inTheAir(view: DudabView): { card: number; seat: number } | undefined {
  const seat = view.to_move[0]
  if (seat === undefined) return undefined
  if (view.phase === 'place-jungle') return { card: JUNGLE, seat }
  return view.phase === 'place-baby' ? { card: BABY, seat } : undefined
}

/** Whether a seat is bound by the duty that stands: whoever is on turn. */
export function bound(view: DudabView): 'request' | 'attack' | undefined {
  if (view.duty === null) return undefined
  return view.duty.request === NO_REQUEST ? 'attack' : 'request'
}

/** The seats around the table from the viewer's left; a watcher begins with seat A. */
export function around(view: DudabView): number[] {
  const first = view.viewer === null ? 0 : view.viewer + 1
  const count = view.viewer === null ? view.seats : view.seats - 1
  return Array.from({ length: count }, (_, step) => (first + step) % view.seats)
}
