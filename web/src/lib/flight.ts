/** Pieces that fly between spots of a table (`data-spot`), from where they lay before a packet to where they lie now. */

export interface Flight {
  /** Names of spots (`data-spot`), or the beginning of one: the last spot that begins so is meant. */
  from: string
  to: string
  /** The card or tile as its game numbers it; none for one that lies face down. */
  card: number | null
  /** Every card that lay at `from` flies, as it lay. */
  all?: boolean
}

const LONGEST = 1000
const FLIGHT = 340
const APART = 120

/** When the flight of that number starts: all have landed within a second. */
export function start(at: number, count: number): number {
  return count < 2 ? 0 : Math.round(at * Math.min(APART, (LONGEST - FLIGHT) / (count - 1)))
}

export interface Seen {
  spot: string
  box: DOMRect
  card: number | null
}

/** Where everything lies now. */
export function look(root: HTMLElement): Seen[] {
  return [...root.querySelectorAll<HTMLElement>('[data-spot]')].map((element) => ({
    spot: element.dataset.spot!,
    box: element.getBoundingClientRect(),
    card: element.dataset.card === undefined ? null : Number(element.dataset.card),
  }))
}

const last = <T extends { spot: string }>(seen: readonly T[], spot: string): T | undefined =>
  seen.findLast((one) => one.spot === spot || (/[.:]$/.test(spot) && one.spot.startsWith(spot)))

/** Draws a card or tile into an element; gives back how to take it away. */
export type Draw = (host: HTMLElement, card: number | null) => () => void

/** Let pieces fly from where they were to where they are. */
export function fly(root: HTMLElement, layer: HTMLElement, before: readonly Seen[], wanted: readonly Flight[], draw: Draw): void {
  const ways = waysOf(root, before, wanted)
  // everything is measured before anything is put down, and the pieces once for all: each change makes the next measure dear
  const origin = layer.getBoundingClientRect()
  const ghosts = ways.map((way) => {
    const host = document.createElement('div')
    layer.append(host)
    return { ...way, host, erase: draw(host, way.card) }
  })
  const size = ghosts[0]?.host.getBoundingClientRect()
  for (const { target, delay } of ways) {
    if (target.dataset.card !== undefined) target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + FLIGHT - 30 })
  }
  for (const { host, from, to, delay, erase } of ghosts) {
    const flown = host.animate([{ transform: put(from, origin, size!) }, { transform: put(to, origin, size!) }], {
      duration: FLIGHT,
      delay,
      fill: 'both',
      easing: 'cubic-bezier(0.25, 0.75, 0.25, 1)',
    })
    flown.onfinish = flown.oncancel = () => {
      erase()
      host.remove()
    }
  }
}

interface Way {
  target: HTMLElement
  from: DOMRect
  to: DOMRect
  card: number | null
  delay: number
}

/** Each flight with its places; what cannot be found does not fly. */
function waysOf(root: HTMLElement, before: readonly Seen[], wanted: readonly Flight[]): Way[] {
  const now = [...root.querySelectorAll<HTMLElement>('[data-spot]')].map((element) => ({ spot: element.dataset.spot!, element }))
  return wanted.flatMap((flight, at) => {
    const target = last(now, flight.to)?.element
    if (target === undefined) return []
    const one = last(before, flight.from)
    const sources = flight.all ? before.filter(({ spot }) => spot.startsWith(flight.from)) : one === undefined ? [] : [one]
    const to = target.getBoundingClientRect()
    const delay = start(at, wanted.length)
    return sources.map((source) => ({ target, from: source.box, to, card: flight.all ? source.card : flight.card, delay }))
  })
}

/** The transform that puts a piece of a size into the middle of a box. */
function put(box: DOMRect, origin: DOMRect, size: DOMRect): string {
  const scale = Math.min(1, Math.max(0.3, box.width / (size.width || 1)))
  const x = box.left + box.width / 2 - origin.left - size.width / 2
  const y = box.top + box.height / 2 - origin.top - size.height / 2
  return `translate(${x}px, ${y}px) scale(${scale})`
}
