/** What the person at this screen has picked up or marked; the table itself is the server's. */
import type { Piece } from './cards'
import { anyway, leading, requests, type Offer, type Target } from './targets'

export class Holding {
  /** The card that was picked up. */
  held: Piece | undefined = $state.raw()
  /** Keys of the hand cards marked to be shed. */
  marked: string[] = $state.raw([])
  /** A Dudab lies ready on this column and its request is being chosen. */
  asking: { column: number; ways: { request: number; notation: string }[] } | undefined = $state.raw()
  /** Moves that follow the one just sent, each sent when the one before is done. */
  #rest: string[] = []

  take(piece: Piece): void {
    this.held = this.held?.key === piece.key ? undefined : piece
  }

  mark(piece: Piece, most: number): void {
    if (this.marked.includes(piece.key)) this.marked = this.marked.filter((key) => key !== piece.key)
    else this.marked = [...this.marked, piece.key].slice(-most)
  }

  putBack(): void {
    this.held = undefined
    this.asking = undefined
  }

  /** Put a card somewhere. Says whether a move was sent; a Dudab that can ask for several things asks here first. */
  put(card: number, to: Target, all: readonly Offer[], play: (move: string) => void): boolean {
    const ways = leading(all, card, to)
    if (ways.length > 1 && to.at === 'column') {
      this.asking = { column: to.column, ways: requests(ways) }
      return false
    }
    this.held = undefined
    play(ways[0]?.notation ?? anyway(card, to))
    return true
  }

  /** Shed all marked cards to one place, one move after another. */
  shed(cards: readonly number[], to: Target, play: (move: string) => void): void {
    const [first, ...rest] = cards.map((card) => anyway(card, to))
    this.marked = []
    this.#rest = rest
    if (first !== undefined) play(first)
  }

  /** A packet came: go on with what was begun where it is still offered, and let go of what is no longer there. */
  follow(hand: readonly Piece[], moves: readonly string[], play: (move: string) => void): void {
    const next = this.#rest.shift()
    if (next !== undefined && moves.includes(next)) play(next)
    else this.#rest = []
    const there = new Set(hand.map((piece) => piece.key))
    if (this.held !== undefined && !there.has(this.held.key)) this.held = undefined
    if (this.marked.some((key) => !there.has(key))) this.marked = this.marked.filter((key) => there.has(key))
    if (this.asking !== undefined && !this.asking.ways.some((way) => moves.includes(way.notation))) this.asking = undefined
  }
}
