/** A turn tried out: what lies where, what is held, what the server says of it, and playing it step by step. */
import type { Planned, RumbugzBeat, RumbugzView } from '../../wire'
import type { TableProps } from '..'
import { arranged, begin, changed, moved, placed, single, tidied, turned, type Draft, type Goal, type Kind, type Place } from './draft'

type Props = TableProps<RumbugzView, RumbugzBeat>

export class Sandbox {
  held: Place | undefined = $state.raw()
  planned: Planned | undefined = $state.raw()
  /** Whether a plan is being played. */
  running = $state(false)
  /** The hand in the order its owner likes; the table's own order does not matter to it. */
  #order: number[] = $state.raw([])
  #history: Draft[] = $state.raw([])
  #queue: string[] = []
  readonly #table: () => Props

  constructor(table: () => Props) {
    this.#table = table
  }

  get draft(): Draft {
    return this.#history.at(-1) ?? begin(this.#table().view, this.#order)
  }

  /** Whether it is time to move tiles about. */
  get editing(): boolean {
    const { view, moves } = this.#table()
    return view.phase === 'table' && moves.length > 0 && !this.running
  }

  get dirty(): boolean {
    return changed(this.draft, this.#table().view)
  }

  get tried(): boolean {
    return this.#history.length > 0
  }

  /** Whether the row of that index is not as it lies on the table. */
  touched(index: number): boolean {
    const { view } = this.#table()
    return index >= view.rows.length || String(this.draft.rows[index]?.slots) !== String(view.rows[index]?.row.slots)
  }

  /** A packet has come: go on with the plan that is being played, or begin anew from how the table lies. */
  follow(): void {
    const { view, moves, play } = this.#table()
    const hand = view.hand ?? []
    const kept = this.tried ? this.draft.hand : this.#order
    this.held = undefined
    this.planned = undefined
    const next = this.#queue.shift()
    if (next !== undefined && moves.includes(next)) return play(next)
    this.stop()
    this.#history = []
    this.#order = arranged(kept.length ? kept : [...hand].sort((a, b) => a - b), hand)
  }

  /** The server has judged what lies there, or refused a step. */
  hear(message: Planned): void {
    if (message.seq === this.#table().seq) this.planned = message
  }

  stop(): void {
    this.#queue = []
    this.running = false
  }

  take(place: Place): void {
    this.held = JSON.stringify(this.held) === JSON.stringify(place) ? undefined : place
  }

  put(from: Place | undefined, to: Goal): void {
    if (from !== undefined && this.editing) this.#become(moved(this.draft, from, to))
  }

  turn(row: number, index: number): void {
    this.#become(turned(this.draft, row, index))
  }

  /** A tile was let go over a target by that name. */
  release(from: Place, target: string | undefined): false {
    this.held = undefined
    const [at, what] = target?.split(':') ?? []
    if (at === 'row') this.put(from, { at: 'row', row: Number(what) })
    else if (at === 'new') this.put(from, { at: 'new', kind: what as Kind })
    else if (at === 'discard') this.put(from, { at: 'discard' })
    else if (at === 'hand' && from.at === 'hand') this.arrange(from.index, what === undefined ? Infinity : Number(what))
    else if (at === 'hand') this.put(from, { at: 'hand' })
    return false
  }

  /** Put a tile of the hand elsewhere in it. */
  arrange(from: number, to: number): void {
    const hand = placed(this.draft.hand, from, to)
    if (this.tried) this.#history = [...this.#history.slice(0, -1), { ...this.draft, hand }]
    else this.#order = hand
    this.held = undefined
  }

  sort(): void {
    const hand = [...this.draft.hand].sort((a, b) => a - b)
    if (this.tried) this.#history = [...this.#history.slice(0, -1), { ...this.draft, hand }]
    else this.#order = hand
  }

  undo(): void {
    this.#history = this.#history.slice(0, -1)
    this.held = undefined
    this.planned = undefined
    if (this.dirty) this.#ask()
  }

  /** Play what was tried out; a table without a server (a lesson) is told a single step. */
  play(): void {
    const { view, play } = this.#table()
    const [first, ...more] = this.planned?.moves.length ? this.planned.moves : [single(this.draft, view) ?? '']
    if (!first) return
    this.#queue = more
    this.running = more.length > 0
    play(first)
  }

  #become(next: Draft): void {
    this.#history = [...this.#history, tidied(next, this.#table().view.rows.length)]
    this.held = undefined
    this.#ask()
  }

  #ask(): void {
    const { seq, send } = this.#table()
    const { rows, hand, discard } = this.draft
    this.planned = undefined
    send({ type: 'plan', seq, wish: { rows, hand, discard } })
  }
}
