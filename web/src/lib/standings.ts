/** How a game ended, best first. */
import type { Result } from '../wire'

export interface Standing {
  seat: number
  score: number
  won: boolean
}

/** Winners first, then by score: fewest first where the fewest points won. */
export function standings(result: Result): Standing[] {
  const best = result.scores[result.winners[0] ?? 0] ?? 0
  const fewestWin = result.scores.some((score) => score > best)
  return result.scores
    .map((score, seat) => ({ seat, score, won: result.winners.includes(seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || (fewestWin ? a.score - b.score : b.score - a.score) || a.seat - b.seat)
}
