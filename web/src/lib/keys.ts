/** The keys of seats and tables this browser holds. A key never stands in an address. */

export interface Held {
  game: string
  seat?: number
  key?: string
  host?: string
  /** When it was last looked at, for the order of "my tables". */
  seen: number
}

const SHELF = 'hoodwink.tables'
const MOST = 50
let memory: Record<string, Held> | undefined

function all(): Record<string, Held> {
  if (memory === undefined) {
    try {
      memory = JSON.parse(localStorage.getItem(SHELF) ?? '{}') as Record<string, Held>
    } catch {
      memory = {}
    }
  }
  return memory
}

function keep(tables: Record<string, Held>): void {
  const latest = Object.entries(tables).sort(([, a], [, b]) => b.seen - a.seen)
  memory = Object.fromEntries(latest.slice(0, MOST))
  try {
    localStorage.setItem(SHELF, JSON.stringify(memory))
  } catch {
    // a private window: held as long as the page is open
  }
}

export function held(table: string): Held | undefined {
  return all()[table]
}

export function hold(table: string, change: Partial<Held> & { game: string }): void {
  keep({ ...all(), [table]: { ...all()[table], ...change, seen: Date.now() } })
}

export function letGo(table: string): void {
  const { [table]: _gone, ...rest } = all()
  keep(rest)
}

/** The tables this browser sat at, the latest first. */
export function mine(): [string, Held][] {
  return Object.entries(all()).sort(([, a], [, b]) => b.seen - a.seen)
}
