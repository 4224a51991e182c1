/** What this browser has seen of each table: how far its log was read, and what was promised of its chances. */
import type { TableCard } from '../wire'

const SHELF = 'hoodwink.seen'
const MOST = 100

function all(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** The number of the newest packet that was looked at, 0 when the table is new here. */
export function seen(table: string): number {
  return all()[table] ?? 0
}

/** The newest packet was looked at. */
export function see(table: string, seq: number): void {
  const { [table]: _before, ...others } = all()
  const latest = [...Object.entries(others), [table, seq] as const].slice(-MOST)
  try {
    localStorage.setItem(SHELF, JSON.stringify(Object.fromEntries(latest)))
  } catch {
    // a private window: the next visit marks nothing
  }
}

const ANCHORS = 'hoodwink.anchors'

/** Remember what a table promises of its chances, while its game has not begun; later it would prove nothing. */
export function rememberAnchor(card: Pick<TableCard, 'table' | 'anchor' | 'status'>): void {
  if (card.status !== 'gathering') return
  try {
    const kept = JSON.parse(localStorage.getItem(ANCHORS) ?? '{}') as Record<string, string>
    if (card.table in kept) return
    const latest = [...Object.entries(kept), [card.table, card.anchor] as const].slice(-MOST)
    localStorage.setItem(ANCHORS, JSON.stringify(Object.fromEntries(latest)))
  } catch {
    // nothing is remembered: then nothing is claimed
  }
}

/** The promise this browser saw before a table's game began. */
export function anchorOf(table: string): string | undefined {
  try {
    return (JSON.parse(localStorage.getItem(ANCHORS) ?? '{}') as Record<string, string>)[table]
  } catch {
    return undefined
  }
}
