/** Tiles in words. */
import { t } from '../../lib/words.svelte'
import type { RumbugzBegin, RumbugzMove } from '../../wire'
import { PLYT, STEPS } from './draft'

export function tileWords(tile: number): string {
  return tile === PLYT ? 'PLYT' : String(tile)
}

/** A tile in a row: a PLYT with what it stands for. */
export function slotWords(slot: number): string {
  return slot < 0 ? t('rumbugz.web.plyt-for', { number: -slot }) : String(slot)
}

const slots = (row: readonly number[]) => row.map(slotWords).join(' ')

/** The type and reach of a row whose tiles are still to be named. */
export function spanWords({ kind, low, length, slots: named }: RumbugzBegin): string {
  const reach = kind === 'match' ? String(low) : `${low}–${low + STEPS[kind] * (length - 1)}`
  return t('rumbugz.row', { kind, tiles: named.length ? `${reach} (${slots(named)})` : reach })
}

/** A move in words, as the server says it. */
export function moveWords(move: RumbugzMove): string {
  switch (move.type) {
    case 'bag':
      return t('rumbugz.move.bag')
    case 'take':
      return t('rumbugz.move.take')
    case 'grant':
      return t('rumbugz.move.grant')
    case 'skip':
      return t('rumbugz.move.skip')
    case 'offer':
      return t('rumbugz.move.offer')
    case 'pass':
      return t('rumbugz.move.pass')
    case 'stop':
      return t('rumbugz.move.stop')
    case 'lay':
      return t('rumbugz.move.lay', { row: t('rumbugz.row', { kind: move.row.kind, tiles: slots(move.row.slots) }) })
    case 'begin':
      return t('rumbugz.move.begin', { span: spanWords(move) })
    case 'exchange':
      return t('rumbugz.move.swap', { number: move.row, put: placed(move.put, move.at), out: placed(move.take, move.out) })
    case 'add':
      return t('rumbugz.move.add', { number: move.row, put: placed(move.put, move.at) })
    case 'remove':
      return t('rumbugz.move.remove', { number: move.row, out: placed(move.take, move.out) })
    case 'discard':
      return t('rumbugz.move.discard', { tile: tileWords(move.tile) })
  }
}

const placed = (tile: number, at: number) => slotWords(tile === PLYT ? -at : at)
