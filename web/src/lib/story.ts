/** A game in a few lines: the telling ones of its log. */
import type { Line } from './log'

/** How telling a kind of beat is; what is not named is only passing. The names are those of all games' beats. */
const WEIGHTS: Record<string, number> = {
  won: 10,
  over: 10,
  out: 6,
  void: 6,
  doubted: 4,
  laid: 3,
  jungle: 3,
  baby: 3,
  'picked-up': 3,
  granted: 3,
  lost: 2,
  attacked: 2,
  gained: 2,
  revealed: 1,
}

export const MOST_TOLD = 5

/** The most telling lines in the order in which they happened; of lines that weigh the same, those far apart. */
export function story(lines: readonly Line[], most = MOST_TOLD): Line[] {
  const chosen: number[] = []
  const candidates = lines.map((line, place) => ({ place, weight: WEIGHTS[line.kind] ?? 0 })).filter((one) => one.weight > 0)
  while (chosen.length < most && candidates.length > 0) {
    const [best] = candidates.sort((a, b) => b.weight - a.weight || lonely(b.place, chosen) - lonely(a.place, chosen) || b.place - a.place)
    candidates.shift()
    if (best) chosen.push(best.place)
  }
  return chosen.sort((a, b) => a - b).flatMap((place) => lines[place] ?? [])
}

/** How far a line is from the nearest that was chosen. */
function lonely(place: number, chosen: readonly number[]): number {
  return chosen.length === 0 ? 0 : Math.min(...chosen.map((other) => Math.abs(other - place)))
}

/** What everybody does at once before a round: it tells less than the line before it. */
const ROUTINE = new Set(['rolled', 'dealt', 'turned-up'])

/** The newest line that says something about the game. */
export function newest(lines: readonly Line[]): Line | undefined {
  return lines.findLast((line) => !ROUTINE.has(line.kind)) ?? lines.at(-1)
}

export type Mark = 'round' | 'reveal' | 'end'

const MARKS: Record<string, Mark> = {
  round: 'round',
  opener: 'round',
  starter: 'round',
  revealed: 'reveal',
  shown: 'reveal',
  scored: 'reveal',
  out: 'reveal',
  void: 'end',
  won: 'end',
  over: 'end',
}

/** Where in a record something stands out: one mark an event, the weightiest. */
export function marks(lines: readonly Line[]): Map<number, Mark> {
  const found = new Map<number, Mark>()
  const order: Mark[] = ['reveal', 'round', 'end']
  for (const line of lines) {
    const mark = MARKS[line.kind]
    if (mark === undefined || line.number === null) continue
    const before = found.get(line.number)
    if (before === undefined || order.indexOf(mark) > order.indexOf(before)) found.set(line.number, mark)
  }
  return found
}
