/** What can be done with a finished game: save it, play another, play on from one of one's decisions. */
import type { Hosting, TableCard } from '../wire'
import { ask, begin, sit } from './api'
import { held, hold } from './keys'
import { rememberAnchor } from './seen'
import { language } from './words.svelte'

/** Hand a file to the visitor. */
function save(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Download the record, as JSON for programs or as text for people. */
export async function saveRecord(table: string, form: 'json' | 'txt'): Promise<void> {
  const accept = form === 'json' ? 'application/json' : 'text/plain'
  const answer = await fetch(`/api/tables/${table}/record`, { headers: { Accept: accept, 'Accept-Language': language() } })
  save(`hoodwink-${table}.${form}`, await answer.text(), accept)
}

/** Another game of the same people; with nobody but bots to wait for it begins at once. */
export async function rematch(card: TableCard): Promise<string> {
  const mine = held(card.table)
  if (mine?.key === undefined) throw new Error('no key')
  const next = await ask<TableCard>(`/api/tables/${card.table}/rematch`, { key: mine.key })
  rememberAnchor(next)
  comeAlong(card, next.table)
  const alone = next.seats.every((sitter, seat) => sitter !== null && (seat === mine.seat || sitter.bot !== null))
  if (mine.host !== undefined && alone && next.status === 'gathering') await begin(next.table, { host: mine.host })
  return next.table
}

/** The keys of a table open its rematch too. */
export function comeAlong(card: TableCard, next: string): void {
  const mine = held(card.table)
  if (mine !== undefined) hold(next, { ...mine, game: card.game })
}

/** Play on from one's own decision: a new table, with oneself in the same seat and bots in the others. */
export async function fork(card: TableCard, at: number, redealt: boolean): Promise<string> {
  const mine = held(card.table)
  if (mine?.key === undefined || mine.seat === undefined) throw new Error('no key')
  const forked = await ask<Hosting>(`/api/tables/${card.table}/fork`, { key: mine.key, at, redealt })
  rememberAnchor(forked.card)
  const table = forked.card.table
  const seated = await sit(table, { name: card.seats[mine.seat]?.name ?? 'A', seat: mine.seat })
  hold(table, { game: card.game, host: forked.host, ...seated })
  await begin(table, { host: forked.host })
  return table
}
