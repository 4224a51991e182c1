/** The HTTP side of the server. Every failure is an `ApiError` with a sentence for a person. */
import type { Begin, Hosting, NewTable, Seated, Sit, TableCard, Trouble } from '../wire'
import { rememberAnchor } from './seen'
import { language, t } from './words.svelte'

export class ApiError extends Error {
  constructor(
    readonly code: string,
    why: string,
  ) {
    super(why)
  }
}

/** Ask the server; a body makes it a post. */
export async function ask<T>(path: string, body?: unknown, key?: string): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language() }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (key !== undefined) headers['Authorization'] = `Bearer ${key}`
  let answer: Response
  try {
    answer = await fetch(path, { headers, ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }) })
  } catch {
    throw new ApiError('unreachable', t('web.unreachable'))
  }
  const said = (await answer.json().catch(() => ({ code: 'unreachable', why: t('web.unreachable') }))) as unknown
  if (!answer.ok) {
    const trouble = said as Trouble
    throw new ApiError(trouble.code, trouble.why)
  }
  return said as T
}

/** Open a table; its promise of fair chance is remembered before anything can have been dealt. */
export async function openTable(wanted: NewTable): Promise<Hosting> {
  const hosting = await ask<Hosting>('/api/tables', wanted)
  rememberAnchor(hosting.card)
  return hosting
}
export const sit = (table: string, wanted: Sit) => ask<Seated>(`/api/tables/${table}/sit`, wanted)
export const begin = (table: string, wanted: Begin) => ask<TableCard>(`/api/tables/${table}/begin`, wanted)
export const card = (table: string) => ask<TableCard>(`/api/tables/${table}`)
