/** The log of a table: lines as the server told them, in order, each once. */
import type { LogLine, Packet } from '../wire'

export type Line = LogLine

/** The lines a packet brings. */
export function linesOf(packet: Pick<Packet, 'seq' | 'told' | 'beats'>): Line[] {
  return packet.told.map((told, place) => ({
    ...told,
    seq: packet.seq,
    number: null,
    kind: packet.beats[place]?.type ?? '',
  }))
}

/** Older and newer lines as one log.
 *
 * A packet tells of all events since the one before it under its own number, the stored log numbers each of them: where
 * both tell of the same stretch, the log knows better. What the table leaves to memory stays only while it is the newest.
 */
export function merged(older: readonly Line[], newer: readonly Line[]): Line[] {
  if (newer.length === 0) return [...older]
  const last = older.at(-1)?.seq ?? 0
  const fresh = newer.filter((line) => line.seq > last)
  return fresh.length === 0 ? [...older] : [...older.filter((line) => line.kept !== false), ...fresh]
}

/** A line, or several in a row that say the same: six Bugz drawn are told once. */
export interface Gathered {
  /** The last of them. */
  line: Line
  times: number
  /** Whether the lines that are new since the last visit begin here. */
  fresh: boolean
}

/** Lines that say the same one after another taken together, but never what was seen before with what is new. */
export function gathered(lines: readonly Line[], fresh: number | undefined): Gathered[] {
  const found: Gathered[] = []
  lines.forEach((line, place) => {
    const before = found.at(-1)
    if (before && before.line.text === line.text && before.line.kept === line.kept && place !== fresh) {
      before.line = line
      before.times += 1
    } else found.push({ line, times: 1, fresh: place === fresh })
  })
  return found
}

/** Where the first line is that was not there on the last visit; undefined when there is nothing new, or all is. */
export function firstNew(lines: readonly Line[], seen: number): number | undefined {
  if (seen <= 0) return undefined
  const place = lines.findIndex((line) => line.seq > seen)
  return place > 0 ? place : undefined
}
