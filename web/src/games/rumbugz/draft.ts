/** A turn tried out on the table: tiles moved about freely until it is right. Whether it is, the server says. */
import type { RumbugzRow, RumbugzView } from '../../wire'

export type Kind = RumbugzRow['kind']
export const KINDS: readonly Kind[] = ['single', 'double', 'triple', 'match']
/** How a type is told without words: its step, or that all are the same. */
export const SIGNS: Record<Kind, string> = { single: '+1', double: '+2', triple: '+3', match: '=' }
export const PLYT = 13
const TOP = 12
export const STEPS: Record<Kind, number> = { single: 1, double: 2, triple: 3, match: 0 }

export interface Draft {
  /** The rows that lie there, in their order, then the new ones. */
  rows: RumbugzRow[]
  hand: number[]
  discard: number | null
}

/** Where a tile is, or shall go; a row that does not exist yet is named by its type. */
export type Place =
  | { at: 'hand'; index: number }
  | { at: 'row'; row: number; index: number }
  | { at: 'discard' }
export type Goal = { at: 'hand' } | { at: 'row'; row: number } | { at: 'new'; kind: Kind } | { at: 'discard' }

/** What a slot of a row is made of: a tile of that number, or a PLYT. */
export const tileOf = (slot: number) => (slot > 0 ? slot : PLYT)

export function begin(view: RumbugzView, order: readonly number[]): Draft {
  return { rows: view.rows.map((placed) => ({ ...placed.row, slots: [...placed.row.slots] })), hand: [...order], discard: null }
}

/** The tile at a place. */
export function tileAt(draft: Draft, place: Place): number | undefined {
  if (place.at === 'hand') return draft.hand[place.index]
  if (place.at === 'discard') return draft.discard ?? undefined
  const slot = draft.rows[place.row]?.slots[place.index]
  return slot === undefined ? undefined : tileOf(slot)
}

const order = (slots: number[]) => [...slots].sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)

/** The first guess at what a PLYT stands for: the gap that its row has, or the place after its end, or before it. */
export function guesses(row: RumbugzRow): number[] {
  const numbers = row.slots.map(Math.abs)
  const step = STEPS[row.kind]
  if (numbers.length === 0) return Array.from({ length: TOP }, (_, index) => index + 1)
  const low = Math.min(...numbers)
  const high = Math.max(...numbers)
  if (step === 0) return [low]
  const gaps = Array.from({ length: (high - low) / step - 1 || 0 }, (_, index) => low + (index + 1) * step)
  const open = gaps.filter((number) => !numbers.includes(number))
  return [...open, high + step, low - step].filter((number) => number >= 1 && number <= TOP)
}

/** The draft with a tile moved; nothing is refused here, whatever comes of it. */
export function moved(draft: Draft, from: Place, to: Goal): Draft {
  const tile = tileAt(draft, from)
  if (tile === undefined) return draft
  const next: Draft = { rows: draft.rows.map((row) => ({ ...row, slots: [...row.slots] })), hand: [...draft.hand], discard: draft.discard }
  if (from.at === 'hand') next.hand.splice(from.index, 1)
  else if (from.at === 'discard') next.discard = null
  else next.rows[from.row]!.slots.splice(from.index, 1)
  if (to.at === 'hand') next.hand.push(tile)
  else if (to.at === 'discard') {
    if (next.discard !== null) next.hand.push(next.discard)
    next.discard = tile
  } else {
    if (to.at === 'new') next.rows.push({ kind: to.kind, slots: [] })
    const row = next.rows[to.at === 'new' ? next.rows.length - 1 : to.row]!
    row.slots = order([...row.slots, tile === PLYT ? -(guesses(row)[0] ?? 1) : tile])
  }
  return next
}

/** The draft with a PLYT in a row standing for the next number that makes sense there. */
export function turned(draft: Draft, row: number, index: number): Draft {
  const old = draft.rows[row]
  const slot = old?.slots[index]
  if (old === undefined || slot === undefined || slot > 0) return draft
  const others = { ...old, slots: old.slots.filter((_, place) => place !== index) }
  const choice = guesses(others)
  const now = choice[(choice.indexOf(-slot) + 1) % choice.length] ?? -slot
  const rows = draft.rows.map((one, place) => (place === row ? { ...one, slots: order([...others.slots, -now]) } : one))
  return { ...draft, rows }
}

/** Without new rows that are empty again: they were never there. */
export function tidied(draft: Draft, there: number): Draft {
  return { ...draft, rows: draft.rows.filter((row, index) => index < there || row.slots.length > 0) }
}

/** Whether anything differs from how the table lies. */
export function changed(draft: Draft, view: RumbugzView): boolean {
  return (
    draft.discard !== null ||
    draft.rows.length !== view.rows.length ||
    draft.rows.some((row, index) => String(row.slots) !== String(view.rows[index]?.row.slots))
  )
}

/** The hand as its owner has arranged it, brought up to what it is now: new tiles come at the end. */
export function arranged(kept: readonly number[], hand: readonly number[]): number[] {
  const left = [...hand]
  const old = kept.filter((tile) => {
    const found = left.indexOf(tile)
    if (found >= 0) left.splice(found, 1)
    return found >= 0
  })
  return [...old, ...left]
}

/** A hand with one of its tiles put elsewhere in it. */
export function placed(hand: readonly number[], from: number, to: number): number[] {
  const tile = hand[from]
  const rest = hand.filter((_, index) => index !== from)
  return tile === undefined ? [...hand] : rest.toSpliced(Math.max(0, to), 0, tile)
}

/** What the tiles left in a hand count. */
export function worth(hand: readonly number[], plyt: number): number {
  return hand.reduce((sum, tile) => sum + (tile === PLYT ? plyt : tile), 0)
}

/** The types a seat has laid. */
export function made(view: RumbugzView, seat: number): Set<Kind> {
  return new Set(view.rows.flatMap((placed) => (placed.owner === seat ? [placed.row.kind] : [])))
}

/** A draft that is a single step, in notation: what a table without a server (a lesson) is told. */
export function single(draft: Draft, view: RumbugzView): string | undefined {
  const written = (slot: number) => (slot > 0 ? String(slot) : `P${-slot}`)
  const fresh = draft.rows.slice(view.rows.length)[0]
  if (fresh) return `lay ${fresh.kind} ${fresh.slots.map(written).join(' ')}`
  const touched = draft.rows.findIndex((row, index) => String(row.slots) !== String(view.rows[index]?.row.slots))
  if (touched >= 0) {
    const before = view.rows[touched]!.row.slots
    const now = draft.rows[touched]!.slots
    const put = now.find((slot) => !before.includes(slot))
    const out = before.find((slot) => !now.includes(slot))
    if (put !== undefined) return out === undefined ? `add ${touched + 1} ${written(put)}` : `swap ${touched + 1} ${written(put)} for ${written(out)}`
  }
  return draft.discard === null ? undefined : `discard ${draft.discard === PLYT ? 'P' : draft.discard}`
}
