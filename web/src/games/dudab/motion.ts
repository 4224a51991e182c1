/** Beats as flights of cards between spots of the table. */
import { mount, unmount } from 'svelte'
import { fly as flyAny, type Flight, type Seen } from '../../lib/flight'
import type { DudabBeat } from '../../wire'
import { BABY, JUNGLE } from './cards'
import Card from './Card.svelte'

export { look, start, type Flight, type Seen } from '../../lib/flight'

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

/** Let cards fly from where they were to where they are. */
export function fly(root: HTMLElement, layer: HTMLElement, before: readonly Seen[], wanted: readonly Flight[]): void {
  flyAny(root, layer, before, wanted, (host, card) => {
    const drawn = mount(Card, { target: host, props: { card, mute: true } })
    return () => void unmount(drawn)
  })
}
