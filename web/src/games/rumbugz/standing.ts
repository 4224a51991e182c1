/** Standing answers in the game's notation: `ask`, `pass`, or `offer 7 P else ask`. */
import { PLYT } from './draft'

export interface Standing {
  wanted: number[]
  otherwise: 'ask' | 'pass'
}

export function writeStanding(wanted: readonly number[], otherwise: Standing['otherwise']): string {
  const tiles = [...wanted].sort((a, b) => a - b).map((tile) => (tile === PLYT ? 'P' : tile))
  return tiles.length === 0 ? otherwise : `offer ${tiles.join(' ')} else ${otherwise}`
}

/** What was left with the table; nothing is the same as asking. */
export function readStanding(text: string | null): Standing {
  const [offers = '', rest] = (text ?? 'ask').split(' else ')
  const wanted = offers.split(' ').slice(1).map((tile) => (tile === 'P' ? PLYT : Number(tile)))
  return { wanted, otherwise: (rest ?? offers) === 'pass' ? 'pass' : 'ask' }
}
