/** Records written by the engine (tests/promised.py): every preset, every value of every option, games from a position. */
import { describe, expect, it } from 'vitest'
import { checks } from '../lib/fair'
import type { RecordFile } from '../wire'
import dudab from './dudab/records.json'
import dudo from './dudo/records.json'
import { REDRAWS } from './redraws'
import rumbugz from './rumbugz/records.json'

const RECORDS = { dudo, dudab, rumbugz } as Record<string, unknown> as Record<string, RecordFile[]>
const ALL = Object.values(RECORDS).flat()

const isChance = (event: string) => !/^[A-F] /.test(event)
const eventsOf = (record: RecordFile) => record.events ?? []
const chancesOf = async (record: RecordFile) => (await checks(record)).find(({ step }) => step === 'chances')

describe('drawing every chance again', () => {
  it('knows every game', () => {
    expect(Object.keys(REDRAWS).sort()).toEqual(Object.keys(RECORDS).sort())
  })

  it.each(Object.entries(RECORDS))('finds every chance of %s to be the one that was promised', async (_game, records) => {
    for (const record of records) {
      const count = eventsOf(record).filter(isChance).length
      expect(await chancesOf(record), JSON.stringify(record.options)).toEqual({ step: 'chances', holds: true, count })
      expect((await checks(record)).map(({ holds }) => holds)).toEqual([true, undefined, true, true, true])
    }
  })

  it('has games of several rounds, and games that go on from a position', () => {
    for (const records of Object.values(RECORDS)) {
      expect(records.filter((record) => (record.fair?.opened?.length ?? 0) > 1).length).toBeGreaterThan(5)
      expect(records.filter((record) => record.position).length).toBeGreaterThan(1)
    }
  })

  it('notices the first chance that was changed, wherever it is', async () => {
    for (const record of ALL) {
      const places = [...eventsOf(record).keys()].filter((place) => isChance(eventsOf(record)[place] ?? ''))
      for (const at of [places[0]!, places[places.length >> 1]!, places.at(-1)!]) {
        const events = eventsOf(record).with(at, another(record, at))
        expect(await chancesOf({ ...record, events }), `${record.game} ${at}`).toMatchObject({ holds: false, event: at + 1 })
      }
    }
  })

  it('notices a roll or draw that was left out', async () => {
    for (const record of ALL.filter((one) => !one.position)) {
      const at = eventsOf(record).findIndex((event) => /^(roll|draw)/.test(event))
      expect(await chancesOf({ ...record, events: eventsOf(record).toSpliced(at, 1) }), record.game).toMatchObject({ holds: false })
    }
  })

  it('does not take a round for fair whose key was never opened', async () => {
    for (const record of ALL) {
      const fair = record.fair && { ...record.fair, opened: record.fair.opened?.slice(0, -1) ?? [] }
      expect(await chancesOf({ ...record, fair: fair ?? null }), record.game).toMatchObject({ holds: false })
    }
  })

  it('does not wait for a roll of more dice than there are', async () => {
    const record = { ...ALL[0]!, events: [`roll A:${'6'.repeat(400)}`] }
    expect(await chancesOf(record)).toMatchObject({ holds: false, event: 1 })
  })
})

/** What might as well have been drawn at a place: what came somewhere else. */
function another(record: RecordFile, place: number): string {
  const event = eventsOf(record)[place] ?? ''
  const word = event.split(/[ :]/)[0] ?? ''
  if (word === 'roll') return event.replace(/\d$/, (face) => (face === '1' ? '2' : '1'))
  if (word !== 'draw') return `${word} ${event.endsWith('A') ? 'B' : 'A'}`
  return eventsOf(record).find((other) => other.startsWith('draw ') && other !== event) ?? ''
}
