/** Beats as flights of cards between spots of the table. Which ones is decided here; `fly` lets them be seen. */
import { mount, unmount } from 'svelte'
import type { DudabBeat } from '../../wire'
import { BABY, JUNGLE } from './cards'
import Card from './Card.svelte'

export interface Flight {
  /** Names of spots (`data-spot`), or the beginning of one: the last spot that begins so is meant. */
  from: string
  to: string
  card: number | null
  /** Every card that lay at `from` flies, as it lay. */
  all?: boolean
}

const LONGEST = 1000
const FLIGHT = 340
const APART = 120

/** What a viewer sees flying. */
export function flights(beats: readonly DudabBeat[], viewer: number | null): Flight[] {
  const hand = (seat: number, card: number | null): string =>
    seat === viewer && card !== null ? `hand:${card}.` : `seat:${seat}`
  return beats.flatMap((beat): Flight[] => {
    switch (beat.type) {
      case 'dealt':
        return [{ from: 'pile', to: hand(beat.seat, beat.card), card: beat.card }]
      case 'drew':
        if (beat.card === JUNGLE || beat.card === BABY)
          return [{ from: 'pile', to: beat.seat === viewer ? 'hand:air' : `seat:${beat.seat}`, card: beat.card }]
        return [{ from: 'pile', to: hand(beat.seat, beat.card), card: beat.card }]
      case 'turned-up':
      case 'covered':
        return [{ from: 'pile', to: `column:${beat.column}:`, card: beat.card }]
      case 'placed':
        return [{ from: hand(beat.seat, beat.card), to: `column:${beat.column}:`, card: beat.card }]
      case 'picked-up':
        return [{ from: `column:${beat.column}:`, to: `own:${beat.seat}`, card: null, all: true }]
      case 'tucked':
        return [{ from: hand(beat.seat, beat.card), to: `own:${beat.seat}`, card: beat.card }]
      case 'tossed':
        return [{ from: hand(beat.seat, beat.card), to: 'discard', card: beat.card }]
      case 'flipped':
      case 'discarded':
        return [{ from: 'pile', to: 'discard', card: beat.card }]
      case 'jungle':
        return [{ from: beat.seat === viewer ? 'hand:air' : `seat:${beat.seat}`, to: `column:${beat.column}:`, card: JUNGLE }]
      case 'baby':
        return [{ from: beat.seat === viewer ? 'hand:air' : `seat:${beat.seat}`, to: `column:${beat.column}:`, card: BABY }]
      default:
        return []
    }
  })
}

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

/** Let cards fly from where they were to where they are. */
export function fly(root: HTMLElement, layer: HTMLElement, before: readonly Seen[], wanted: readonly Flight[]): void {
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
      ghost(layer, origin, source.box, box, flight.all ? source.card : flight.card, delay)
    }
    if (pieceThere && sources.length > 0)
      target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + FLIGHT - 30 })
  })
}

function ghost(layer: HTMLElement, origin: DOMRect, from: DOMRect, to: DOMRect, card: number | null, delay: number): void {
  const host = document.createElement('div')
  layer.append(host)
  const drawn = mount(Card, { target: host, props: { card, mute: true } })
  const width = host.getBoundingClientRect().width || 1
  const put = (box: DOMRect): string => {
    const scale = Math.min(1, Math.max(0.3, box.width / width))
    const x = box.left + box.width / 2 - origin.left - width / 2
    const y = box.top + box.height / 2 - origin.top - width * 0.7
    return `translate(${x}px, ${y}px) scale(${scale})`
  }
  const flown = host.animate([{ transform: put(from) }, { transform: put(to) }], {
    duration: FLIGHT,
    delay,
    fill: 'both',
    easing: 'cubic-bezier(0.25, 0.75, 0.25, 1)',
  })
  flown.onfinish = flown.oncancel = () => {
    void unmount(drawn)
    host.remove()
  }
}
