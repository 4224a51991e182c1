/** The bid board as a row of cells, in the order the game's own list of bids has them (Q-DU-01). */
import type { DudoBid, DudoJokers, DudoOptions, DudoView } from '../../wire'

export type Claim = DudoBid | DudoJokers

export interface Cell {
  starred: boolean
  count: number
}

/** Where a cell lies: k★ between 2k-1 and 2k. */
const rank = (cell: Cell) => (cell.starred ? 4 * cell.count - 1 : 2 * cell.count)

/** The cells of the board for so many dice in play; a board of fixed length has half as many starred cells. */
export function cells(inPlay: number, options: DudoOptions): Cell[] {
  const plain = options.board_length ?? inPlay
  const starred = options.board_length == null ? inPlay : Math.floor(options.board_length / 2)
  const row = (starred: boolean, count: number) => Array.from({ length: count }, (_, index) => ({ starred, count: index + 1 }))
  return [...row(false, plain), ...row(true, starred)].sort((a, b) => rank(a) - rank(b))
}

export function cellOf(claim: Claim): Cell {
  return { starred: claim.type === 'jokers', count: claim.count }
}

export function same(a: Cell | undefined, b: Cell | undefined): boolean {
  return a !== undefined && b !== undefined && a.starred === b.starred && a.count === b.count
}

/** A cell with a face as a move in notation. */
export function notation(cell: Cell, face: number): string {
  return cell.starred ? `${cell.count}*` : `${cell.count}x${face}`
}

/** Of the viewer's dice, the face there is most of (jokers aside), the higher one among equals: a first guess to bid. */
export function favourite(dice: readonly number[] | null): number {
  let best = 6
  let most = 0
  for (let face = 2; face <= 6; face++) {
    const count = (dice ?? []).filter((die) => die === face).length
    if (count >= most && count > 0) [best, most] = [face, count]
  }
  return best
}

/** Whether a die agrees with a bid (DU-23, DU-26), for lighting it up; how many do is what the server counted. */
export function agrees(die: number, claim: Claim): boolean {
  return die === 1 || (claim.type === 'bid' && die === claim.face)
}

/** The bid that stands, or nothing before the opening. */
export function standing(view: DudoView): { seat: number; claim: Claim } | undefined {
  return view.bids.at(-1)
}
