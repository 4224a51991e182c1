/** How far this browser has read the log of each table. */

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
