/** What RumBugz' chances were drawn from: who starts, and every Bug, each from the bag as it was.
 *
 * Where the tiles go stands in the record, all but one thing: when they go back into the bag because a round is over.
 * That shows by tiles being drawn after a move that lets nobody draw: those are dealt.
 */
import type { RecordFile } from '../../wire'
import { copies, firstRound, pieceDrawn, seatDrawn, type Draw, type Follower, type Redraw } from '../draws'

const TILES = [...Array.from({ length: 12 }, (_, number) => `${number + 1}`), 'P']
const TYPES = 4

export const redraw: Redraw = (record) => new Bag(record)

class Bag implements Follower {
  #round: number
  #bag: string[]
  #discards: string[] = []
  /** The types of the rows that each seat has laid in this round. */
  #made = new Map<string, Set<string>>()
  #laidThisTurn = false
  /** Whether whatever is drawn next is drawn because of the last move, and so belongs to this round. */
  #drawsOn = true

  constructor(readonly record: RecordFile) {
    this.#round = firstRound(record)
    this.#bag = this.#box()
    if (record.position) this.#begin(record.position)
  }

  moved(seat: string, move: string): void {
    const [verb, what = ''] = move.split(' ')
    if (verb === 'bag' || verb === 'take' || verb === 'skip') this.#laidThisTurn = false
    if (verb === 'take' || verb === 'grant') this.#discards.pop()
    if (verb === 'discard') this.#discards.push(what)
    if (verb === 'lay') this.#lay(seat, what)
    this.#drawsOn = verb === 'bag' ? this.#bagGives() : verb === 'grant' || this.#replaces(seat)
  }

  drawn(event: string): Draw {
    if (!this.#drawsOn) this.#nextRound()
    this.#drawsOn = true
    if (event.startsWith('starter')) return seatDrawn(this.record, this.#round, 'starter')
    if (!this.#bag.length) this.#recycle()
    return pieceDrawn(this.#bag, this.#round, event)
  }

  /** RB-13: who laid a row this turn draws afterwards, as long as a type is missing. */
  #replaces(seat: string): boolean {
    return this.#laidThisTurn && (this.#made.get(seat)?.size ?? 0) < TYPES
  }

  /** Q-RB-34: where the table agreed so, asking an empty bag ends the round. */
  #bagGives(): boolean {
    return this.#bag.length > 0 || this.record.options?.empty_bag !== 'draw_round'
  }

  #lay(seat: string, type: string): void {
    this.#made.set(seat, (this.#made.get(seat) ?? new Set()).add(type))
    this.#laidThisTurn = true
  }

  /** Q-RB-34: all discards but the top one go back into the bag. */
  #recycle(): void {
    const top = this.#discards.pop()
    this.#bag = this.#discards.sort((a, b) => TILES.indexOf(a) - TILES.indexOf(b))
    this.#discards = top === undefined ? [] : [top]
  }

  #nextRound(): void {
    this.#round += 1
    this.#bag = this.#box()
    this.#discards = []
    this.#made.clear()
  }

  /** Q-RB-01: all tiles, in the order in which they are counted through. */
  #box(): string[] {
    const { sets, wilds } = this.record.options ?? {}
    const each = typeof sets === 'number' ? sets : Math.max(5, 2 * this.record.seats.length)
    return TILES.flatMap((tile) => copies(tile, tile === 'P' && typeof wilds === 'number' ? wilds : each))
  }

  /** Begin at a position in which somebody is to move. */
  #begin(position: string): void {
    const fields = new Map(position.split(' | ').map((field) => [field.split(' ')[0], field.split(' ').slice(1)]))
    for (const row of fields.get('rows')?.join(' ').split('; ') ?? []) {
      const [owner = '', type = ''] = row.split(' ')
      this.#lay(owner, type)
    }
    this.#laidThisTurn = fields.get('turn')?.includes('laid') ?? false
    this.#discards = fields.get('pile') ?? []
    this.#bag = (fields.get('bag') ?? []).flatMap((stack) => {
      const [tile = '', count = '1'] = stack.split('x')
      return tile === '-' ? [] : copies(tile, Number(count))
    })
  }
}
