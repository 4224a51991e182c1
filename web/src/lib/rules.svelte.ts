/** Rulebooks: the order from the server, the texts from the catalogues. */
import type { Rulebook } from '../wire'
import { ask } from './api'
import { known, t } from './words.svelte'

export interface Clause {
  id: string
  text: string
  rulesOn: string[]
}

export interface Chapter {
  id: string
  title: string
  clauses: Clause[]
}

let books: Promise<Rulebook[]> | undefined

/** A game's rulebook in the language that is spoken; undefined when there is no such game. */
export async function rulebook(game: string): Promise<Chapter[] | undefined> {
  books ??= ask<Rulebook[]>('/api/rules').catch((error: unknown) => {
    books = undefined // another try is another question
    throw error
  })
  const book = (await books).find((one) => one.game === game)
  return book?.chapters.map((chapter) => ({
    id: chapter.title,
    title: t(chapter.title),
    clauses: chapter.clauses.map((clause) => ({
      id: clause.id,
      text: t(`${game}.${clause.id}`),
      rulesOn: clause.rules_on,
    })),
  }))
}

/** The text of one clause; its id where a catalogue does not know it. */
export function clauseText(game: string, clause: string): string {
  return known(`${game}.${clause}`) ? t(`${game}.${clause}`) : clause
}

/** Letters as people compare them: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{Mark}/gu, '').toLowerCase()
}

/** The chapters with those clauses alone that hold every word of a question. */
export function search(chapters: readonly Chapter[], question: string): Chapter[] {
  const words = plain(question).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...chapters]
  return chapters
    .map((chapter) => ({
      ...chapter,
      clauses: chapter.clauses.filter((clause) => {
        const text = plain(`${clause.id} ${chapter.title} ${clause.text}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter((chapter) => chapter.clauses.length > 0)
}
