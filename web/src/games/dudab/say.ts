/** Cards, requests and moves in words, from the same catalogue as the server's log. */
import { t } from '../../lib/words.svelte'
import type { DudabMove } from '../../wire'
import { asked, face, NO_REQUEST } from './cards'

export function sayCard(card: number): string {
  const shows = face(card)
  if (shows.kind === 'number')
    return t('dudab.card.number', { colour: shows.colour, symbol: shows.symbol, value: shows.value })
  if (shows.kind === 'shaman') return t('dudab.card.shaman', { colour: shows.colour })
  return t('dudab.card.module', { card: shows.kind })
}

export function sayCards(cards: readonly number[]): string {
  return cards.map(sayCard).join(', ')
}

export function sayRequest(request: number): string {
  const wish = asked(request)
  if (wish.kind === 'colour') return t('dudab.asked.colour', { colour: wish.colour })
  if (wish.kind === 'value') return t('dudab.asked.value', { value: wish.value })
  return t('dudab.asked.symbol', { symbol: wish.symbol })
}

export function sayMove(move: DudabMove): string {
  switch (move.type) {
    case 'place':
      return move.request === NO_REQUEST
        ? t('dudab.move.place', { card: sayCard(move.card), column: move.column + 1 })
        : t('dudab.move.ask', { column: move.column + 1, request: sayRequest(move.request) })
    case 'draw':
      return t('dudab.move.draw')
    case 'penalty':
      return t('dudab.move.penalty')
    case 'tuck':
      return t('dudab.move.tuck', { card: sayCard(move.card) })
    case 'toss':
      return t('dudab.move.toss', { card: sayCard(move.card) })
    case 'lay':
      return t('dudab.move.lay', { card: sayCard(move.card), column: move.column + 1 })
  }
}
