/** A scoring sheet as the lines of a table, in the order in which cards leave it (Q-SC-09). */
import type { DudabSheet } from '../../wire'
import { BABIES, BABY, DUDAB, JUNGLE, SHAMAN, STRAY, value } from './cards'

export interface SheetLine {
  kind: 'hand-dudabs' | 'couples' | 'negated' | 'idle-dudabs' | 'group' | 'idle-jungles' | 'babies' | 'shamans' | 'numbers'
  /** Cards that leave together, the one that takes the others first. */
  bundles: number[][]
  points: number
}

const times = (card: number, count: number): number[][] => Array.from({ length: count }, () => [card])
const worth = (cards: readonly number[]): number => cards.reduce((sum, card) => sum + value(card), 0)

export function sheetLines(sheet: DudabSheet): SheetLine[] {
  const lines: SheetLine[] = [
    { kind: 'hand-dudabs', bundles: times(DUDAB, sheet.hand_dudabs), points: STRAY * sheet.hand_dudabs },
    { kind: 'couples', bundles: sheet.couples.map((card) => [DUDAB, card]), points: 0 },
    { kind: 'negated', bundles: sheet.negated.map((card) => [DUDAB, card]), points: -worth(sheet.negated) },
    { kind: 'idle-dudabs', bundles: times(DUDAB, sheet.idle_dudabs), points: 0 },
    ...sheet.groups.map((group): SheetLine => ({ kind: 'group', bundles: [[JUNGLE, ...group.cards]], points: 0 })),
    { kind: 'idle-jungles', bundles: times(JUNGLE, sheet.idle_jungles), points: 0 },
    { kind: 'babies', bundles: sheet.babies ? [Array<number>(sheet.babies).fill(BABY)] : [], points: -BABIES[sheet.babies]! },
    { kind: 'shamans', bundles: sheet.shamans.map((card) => [card]), points: STRAY * sheet.shamans.length },
    { kind: 'numbers', bundles: sheet.numbers.length ? [sheet.numbers] : [], points: worth(sheet.numbers) },
  ]
  return lines.filter((line) => line.bundles.length > 0)
}

/** What hangs on a Jungle: a value, or the Shamans. */
export function hung(line: SheetLine): string {
  const card = line.bundles[0]![1]!
  return card >= SHAMAN ? 'shamans' : String(value(card))
}
