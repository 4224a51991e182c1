/** Beats as flights of tiles between spots of the table. */
import type { Flight } from '../../lib/flight'
import type { RumbugzBeat } from '../../wire'
import { tileOf } from './draft'

/** What a viewer sees flying; where they had tried their turn out, their tiles lie there already. */
export function flights(beats: readonly RumbugzBeat[], viewer: number | null, tried: boolean): Flight[] {
  const hand = (seat: number, tile: number | null): string => (seat === viewer && tile !== null ? `hand:${tile}.` : `seat:${seat}`)
  const done = (seat: number): boolean => tried && seat === viewer
  return beats.flatMap((beat): Flight[] => {
    switch (beat.type) {
      case 'drew':
        return [{ from: 'bag', to: hand(beat.seat, beat.tile), card: beat.tile }]
      case 'took':
        return [{ from: 'pile', to: hand(beat.seat, beat.tile), card: beat.tile }]
      case 'granted':
        return [{ from: 'pile', to: hand(beat.to, beat.tile), card: beat.tile }]
      case 'threw':
        return done(beat.seat) ? [] : [{ from: hand(beat.seat, beat.tile), to: 'pile', card: beat.tile }]
      case 'laid':
        if (done(beat.seat)) return []
        return beat.row.slots.map((slot, index) => ({
          from: hand(beat.seat, tileOf(slot)),
          to: `row:${beat.number}:${tileOf(slot)}.${index}`,
          card: slot,
        }))
      case 'changed': {
        const { put, take, number, seat } = beat
        if (done(seat)) return []
        const into = put === null ? [] : [{ from: hand(seat, put), to: `row:${number}:${put}.`, card: put }]
        const out = take === null ? [] : [{ from: `row:${number}:${take}.`, to: hand(seat, take), card: take }]
        return [...into, ...out]
      }
      default:
        return []
    }
  })
}

/** The tiles that came to a hand, to be seen among the others. */
export function drawn(beats: readonly RumbugzBeat[], viewer: number | null): number[] {
  return beats.flatMap((beat) => {
    if (beat.type === 'drew' && beat.seat === viewer && beat.tile !== null) return [beat.tile]
    if (beat.type === 'took' && beat.seat === viewer) return [beat.tile]
    return beat.type === 'granted' && beat.to === viewer ? [beat.tile] : []
  })
}
