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
  const now = [...root.querySelectorAll<HTMLElement>('[data-spot]')].map((element) => ({ spot: element.dataset.spot!, element }))
  const origin = layer.getBoundingClientRect()
  wanted.forEach((flight, at) => {
    const target = last(now, flight.to)?.element
    const sources = flight.all ? before.filter((one) => one.spot.startsWith(flight.from)) : [last(before, flight.from)]
    if (target === undefined) return
    const delay = start(at, wanted.length)
    const box = target.getBoundingClientRect()
    const pieceThere = target.dataset.card !== undefined
    for (const source of sources) {
      if (source === undefined) continue
      ghost(layer, origin, source.box, box, (host) => draw(host, flight.all ? source.card : flight.card), delay)
    }
    if (pieceThere && sources.length > 0)
      target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + FLIGHT - 30 })
  })
}

function ghost(
  layer: HTMLElement,
  origin: DOMRect,
  from: DOMRect,
  to: DOMRect,
  draw: (host: HTMLElement) => () => void,
  delay: number,
): void {
  const host = document.createElement('div')
  layer.append(host)
  const erase = draw(host)
  const { width, height } = host.getBoundingClientRect()
  const put = (box: DOMRect): string => {
    const scale = Math.min(1, Math.max(0.3, box.width / (width || 1)))
    const x = box.left + box.width / 2 - origin.left - width / 2
    const y = box.top + box.height / 2 - origin.top - height / 2
    return `translate(${x}px, ${y}px) scale(${scale})`
  }
  const flown = host.animate([{ transform: put(from) }, { transform: put(to) }], {
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
