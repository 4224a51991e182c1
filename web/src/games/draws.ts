/** What every chance of a record was drawn from, so that the page can draw it again from the opened keys.
 *
 * That follows from the events, and each game follows it in its `redraw.ts`: where the pieces are, never what is legal.
 * A list of rounds and bounds from the server would spare the page this, and let the server choose what its own keys are
 * compared with. That we follow as the engine does is tested with its records, for every option.
 */
import type { RecordFile } from '../wire'

/** A number below `stop` from the stream of a round, and the event that it brings. */
export interface Draw {
  round: number
  stop: number
  outcome(number: number): string | undefined
}

/** A game's record followed from its beginning, one event after another. */
export interface Follower {
  /** Somebody moves, as the record writes it behind the seat's letter. */
  moved(seat: string, move: string): void
  /** Chance decides; the event tells what came, and the answer what could have. */
  drawn(event: string): Draw
}

export type Redraw = (record: RecordFile) => Follower

/** One of the seats is drawn: `opener B`. */
export function seatDrawn(record: RecordFile, round: number, word: string): Draw {
  return { round, stop: record.seats.length, outcome: (number) => `${word} ${'ABCDEF'.charAt(number)}` }
}

/** A piece is drawn from a heap in its order, and leaves it: `draw S:R`. */
export function pieceDrawn(heap: string[], round: number, event: string): Draw {
  const before = [...heap]
  const place = heap.indexOf(event.replace('draw ', ''))
  if (place >= 0) heap.splice(place, 1)
  return { round, stop: before.length, outcome: (number) => before[number] && `draw ${before[number]}` }
}

/** So many pieces alike. */
export const copies = (piece: string, count: number): string[] => Array.from({ length: count }, () => piece)

/** The round in which a record begins: the first, or that of the position it goes on from. */
export const firstRound = (record: RecordFile): number => Number(/round (\d+)/.exec(record.position ?? '')?.[1] ?? 1)
