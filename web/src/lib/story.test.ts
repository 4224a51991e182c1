import { describe, expect, it } from 'vitest'
import type { Line } from './log'
import { marks, newest, story } from './story'

const line = (kind: string, number: number): Line => ({ kind, number, seq: number, text: `${kind} ${number}`, clauses: [], kept: true })

describe('a game in five lines', () => {
  it('always has its end, and keeps the order', () => {
    const lines = [line('rolled', 1), line('bade', 2), line('revealed', 3), line('lost', 3), line('out', 9), line('won', 9)]
    expect(story(lines).map((one) => one.text)).toEqual(['revealed 3', 'lost 3', 'out 9', 'won 9'])
  })
  it('takes no more than five, spread over the game', () => {
    const lines = [...Array(40).keys()].map((number) => line('revealed', number))
    const told = story([...lines, line('won', 40)])
    expect(told).toHaveLength(5)
    expect(told.at(-1)?.kind).toBe('won')
    const gaps = told.slice(1).map((one, place) => (one.number ?? 0) - (told[place]?.number ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(4)
  })
  it('tells who doubted whom rather than all the dice', () => {
    const rounds = [...Array(9).keys()].flatMap((number) => [line('doubted', number), line('revealed', number)])
    expect(story(rounds).map((one) => one.kind)).toEqual(Array(5).fill('doubted'))
  })
  it('is empty where nothing telling happened', () => {
    expect(story([line('bade', 1)])).toEqual([])
  })
})

describe('the newest line', () => {
  it('tells whose round it is rather than that somebody rolled', () => {
    expect(newest([line('lost', 3), line('round', 4), line('rolled', 4), line('rolled', 4)])?.text).toBe('round 4')
  })
  it('is what there is', () => {
    expect(newest([line('rolled', 1)])?.text).toBe('rolled 1')
    expect(newest([])).toBeUndefined()
  })
})

describe('marks on a timeline', () => {
  it('stand at the events of rounds and reveals, the weightiest alone', () => {
    const lines = [line('opener', 1), line('bade', 5), line('revealed', 6), line('round', 6), line('won', 12)]
    expect([...marks(lines)]).toEqual([
      [1, 'round'],
      [6, 'round'],
      [12, 'end'],
    ])
  })
  it('are nowhere while events have no numbers', () => {
    expect(marks([{ ...line('won', 1), number: null }]).size).toBe(0)
  })
})
