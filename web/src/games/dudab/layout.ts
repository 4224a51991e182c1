/** How a column lies: its visible pieces in order, and which of them face each other across a Jungle. */
import type { DudabColumnSeen } from '../../wire'
import { JUNGLE } from './cards'

export interface Laid {
  card: number
  key: string
  /** Steps from the top of the column. */
  step: number
  part: 'above' | 'jungle' | 'below'
}

export interface Pair {
  /** Steps of the card above and of the place below. */
  upper: number
  lower: number
  /** Whether the place below is still empty: the next card goes there. */
  open: boolean
}

/** The pieces of a column from its oldest; a stack under a Baby takes the first step. */
export function laid(column: DudabColumnSeen): Laid[] {
  const start = column.hidden.length > 0 ? 1 : 0
  const above = column.above.map((card, at): Laid => ({ card, key: `a${at}.${card}`, step: start + at, part: 'above' }))
  if (column.below === null) return above
  const jungle: Laid = { card: JUNGLE, key: 'jungle', step: start + above.length, part: 'jungle' }
  const below = column.below.map(
    (card, at): Laid => ({ card, key: `b${at}.${card}`, step: jungle.step + 1 + at, part: 'below' }),
  )
  return [...above, jungle, ...below]
}

/** How many steps a column takes, the place of the next card left out. */
export function steps(column: DudabColumnSeen): number {
  return (column.hidden.length > 0 ? 1 : 0) + column.above.length + (column.below === null ? 0 : 1 + column.below.length)
}

/** The mirrored pairs of a Jungle column, the innermost first, ending with the place that is still open. */
export function pairs(column: DudabColumnSeen): Pair[] {
  if (column.below === null) return []
  const jungle = (column.hidden.length > 0 ? 1 : 0) + column.above.length
  const filled = column.below.length
  return Array.from({ length: Math.min(filled + 1, column.above.length) }, (_, at) => ({
    upper: jungle - 1 - at,
    lower: jungle + 1 + at,
    open: at === filled,
  }))
}
