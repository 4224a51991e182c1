/** Clocks a host chooses among, and spans of time in words. */
import type { Clock } from '../wire'
import { t } from './words.svelte'

export const CLOCKS: Record<string, Clock | null> = {
  none: null,
  quick: { seconds: 20, bank: 60 },
  steady: { seconds: 45, bank: 180 },
  day: { seconds: 86_400, bank: 0 },
  days: { seconds: 3 * 86_400, bank: 0 },
}

/** So much time a decision, in the largest whole unit. */
export function spanWords(seconds: number): string {
  if (seconds % 86_400 === 0) return t('web.days-a-move', { count: seconds / 86_400 })
  return t('web.seconds-a-move', { count: seconds })
}
