/** Packets one after another, each for as long as it takes to see it: bots move faster than anybody can look.
 *
 * Whoever has to decide is never kept waiting for show: while one decides, what comes is shown at once.
 */
import type { Beat, Packet } from '../wire'

/** Milliseconds for what happened, by the kind of beat; anything else is a passing move. */
const DWELLS: Record<string, number> = { revealed: 2600, scored: 3500, won: 2500, void: 2000, out: 1500, round: 900 }
const PASSING = 450
const BEHIND = 200
const A_DIE = 320
/** So many packets may wait before the rest goes by quickly. */
const MOST_WAITING = 6

/** How long a packet should be seen before the next one. */
export function dwell(beats: readonly Beat[]): number {
  return Math.max(0, ...beats.map((beat) => (DWELLS[beat.type] ?? PASSING) + ('found' in beat ? beat.found * A_DIE : 0)))
}

export class Pace {
  #waiting: Packet[] = []
  #shown: Packet | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly show: (packet: Packet) => void,
    /** Whether a clock runs for whoever decides: then nothing is shown at leisure. */
    readonly hurried: () => boolean,
  ) {}

  take(packet: Packet): void {
    const caughtUp = packet.beats.length === 0
    if (caughtUp || document.visibilityState === 'hidden') this.#waiting = []
    if (caughtUp) this.#rest()
    this.#waiting.push(packet)
    if (this.#timer === undefined || (this.#shown?.moves.length ?? 0) > 0) this.#next()
  }

  /** Show the newest now. */
  catchUp(): void {
    this.#waiting = this.#waiting.slice(-1)
    if (this.#waiting.length > 0) this.#next()
  }

  stop(): void {
    this.#waiting = []
    this.#rest()
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #next(): void {
    this.#rest()
    const packet = this.#waiting.shift()
    if (packet === undefined) return
    this.#shown = packet
    this.show(packet)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, this.#long(packet))
  }

  #long(packet: Packet): number {
    const awaited = this.hurried() && this.#waiting.some((one) => one.moves.length > 0)
    return awaited || this.#waiting.length > MOST_WAITING ? BEHIND : dwell(packet.beats)
  }
}
