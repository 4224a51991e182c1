/** What the numbers of the wire mean. The Python side has the same tables in `pieces`, and a test compares them.
 *  Nothing is imported here, so that the test can run this file as it stands. */

export const COLOURS = ['R', 'B', 'Y', 'G'] as const
export const SYMBOLS = ['hand', 'club', 'hide', 'mam'] as const
export type Colour = (typeof COLOURS)[number]
export type Sign = (typeof SYMBOLS)[number]

export const SHAMAN = 64
export const DUDAB = 68
export const JUNGLE = 69
export const BABY = 70
export const NO_REQUEST = -1
/** A hand after a turn, and after shedding (DB-HAND-1). */
export const MOST = 5
export const FEWEST = 2
/** What a Dudab in hand or a lone Shaman costs, and what so many Babies take off: for the sheet, never to decide. */
export const STRAY = 5
export const BABIES = [0, 1, 3, 6, 11, 19, 32, 51, 81]

export type Face =
  | { kind: 'number'; colour: Colour; symbol: Sign; value: number }
  | { kind: 'shaman'; colour: Colour }
  | { kind: 'dudab' | 'jungle' | 'baby' }

const faces = new Map<number, Face>()

function made(card: number): Face {
  if (card < SHAMAN)
    return { kind: 'number', colour: COLOURS[card >> 4]!, symbol: SYMBOLS[(card >> 2) & 3]!, value: (card & 3) + 1 }
  if (card < DUDAB) return { kind: 'shaman', colour: COLOURS[card - SHAMAN]! }
  return { kind: card === DUDAB ? 'dudab' : card === JUNGLE ? 'jungle' : 'baby' }
}

/** What a card shows. */
export function face(card: number): Face {
  let known = faces.get(card)
  if (known === undefined) faces.set(card, (known = made(card)))
  return known
}

/** A card's value, 0 where it has none. */
export function value(card: number): number {
  return card < SHAMAN ? (card & 3) + 1 : 0
}

/** A card in the notation of the server. */
export function write(card: number): string {
  const shows = face(card)
  if (shows.kind === 'number') return `${shows.colour}-${shows.symbol}-${shows.value}`
  if (shows.kind === 'shaman') return `S:${shows.colour}`
  return { dudab: 'D', jungle: 'J', baby: 'B!' }[shows.kind]
}

export type Request =
  | { kind: 'colour'; colour: Colour }
  | { kind: 'value'; value: number }
  | { kind: 'symbol'; symbol: Sign }

/** What a request asks for: 0 to 3 a colour, 4 to 7 a value, 8 to 11 a symbol. */
export function asked(request: number): Request {
  if (request < 4) return { kind: 'colour', colour: COLOURS[request]! }
  if (request < 8) return { kind: 'value', value: request - 3 }
  return { kind: 'symbol', symbol: SYMBOLS[request - 8]! }
}

export interface Piece {
  card: number
  /** Tells cards that look alike apart, as long as they lie together. */
  key: string
}

/** Cards with keys: the second of two alike is another piece. */
export function pieces(cards: readonly number[]): Piece[] {
  const seen = new Map<number, number>()
  return cards.map((card) => {
    const nth = seen.get(card) ?? 0
    seen.set(card, nth + 1)
    return { card, key: `${card}.${nth}` }
  })
}
