import { describe, expect, it } from 'vitest'
import { search, type Chapter } from './rules.svelte'

const BOOK: Chapter[] = [
  { id: 'a', title: 'Cél', clauses: [{ id: 'DU-1', text: 'Mindenkinek öt kockája van.', rulesOn: [] }] },
  {
    id: 'b',
    title: 'Licitek',
    clauses: [
      { id: 'DU-13', text: 'Az emelésnek növelnie kell a mennyiséget.', rulesOn: [] },
      { id: 'Q-DU-03', text: 'A lap cseréje magában nem emelés.', rulesOn: ['DU-13'] },
    ],
  },
]

const ids = (chapters: Chapter[]) => chapters.flatMap((chapter) => chapter.clauses.map((clause) => clause.id))

describe('searching a rulebook', () => {
  it('shows all of it to an empty question', () => {
    expect(ids(search(BOOK, '  '))).toEqual(['DU-1', 'DU-13', 'Q-DU-03'])
  })
  it('finds words without their accents, and chapters by their titles', () => {
    expect(ids(search(BOOK, 'kockaja'))).toEqual(['DU-1'])
    expect(ids(search(BOOK, 'LICITEK'))).toEqual(['DU-13', 'Q-DU-03'])
  })
  it('wants every word', () => {
    expect(ids(search(BOOK, 'emelés lap'))).toEqual(['Q-DU-03'])
    expect(search(BOOK, 'emelés öt')).toEqual([])
  })
  it('finds a clause by its id', () => {
    expect(ids(search(BOOK, 'du-13'))).toEqual(['DU-13'])
  })
})
