/** What a visitor chose once and this browser remembers; nothing of it leaves the browser. */
import { LANGUAGES, preferred, type Lang } from './words.svelte'

export interface Prefs {
  lang: Lang
  theme: 'auto' | 'light' | 'dark'
  motion: 'auto' | 'less'
  sound: boolean
  name: string
}

const SHELF = 'hoodwink.prefs'

function remembered(): Prefs {
  const fresh: Prefs = { lang: preferred(), theme: 'auto', motion: 'auto', sound: false, name: '' }
  try {
    const kept = { ...fresh, ...(JSON.parse(localStorage.getItem(SHELF) ?? '{}') as Partial<Prefs>) }
    return kept.lang in LANGUAGES ? kept : { ...kept, lang: fresh.lang }
  } catch {
    return fresh // storage is forbidden, or holds what nobody can read
  }
}

export const prefs: Prefs = $state(remembered())

/** Remember a choice. */
export function choose(change: Partial<Prefs>): void {
  Object.assign(prefs, change)
  try {
    localStorage.setItem(SHELF, JSON.stringify(prefs))
  } catch {
    // a private window forgets: the choice holds as long as the page is open
  }
}

/** Whether things should move little, by the visitor's wish or the system's. */
export function calm(): boolean {
  return prefs.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
