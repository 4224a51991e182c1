import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DudoBeat, Packet } from '../wire'
import { dwell, Pace } from './pace'

const BADE: DudoBeat = { type: 'bade', clauses: [], seat: 1, claim: { type: 'bid', count: 1, face: 2 } }
const REVEALED: DudoBeat = { type: 'revealed', clauses: [], cups: [], claim: { type: 'bid', count: 1, face: 2 }, found: 3 }

const packet = (seq: number, beats: DudoBeat[] = [BADE], moves: string[] = []) => ({ seq, beats, moves }) as unknown as Packet

describe('the pace of packets', () => {
  let shown: number[]
  let hurried: boolean
  let pace: Pace

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { visibilityState: 'visible' })
    shown = []
    hurried = false
    pace = new Pace(
      (one) => shown.push(one.seq),
      () => hurried,
    )
  })
  afterEach(() => {
    pace.stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('shows the first at once and the next when the first was seen', () => {
    pace.take(packet(1))
    pace.take(packet(2))
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(dwell([BADE]))
    expect(shown).toEqual([1, 2])
  })

  it('gives a reveal the time its dice need', () => {
    expect(dwell([BADE, REVEALED])).toBeGreaterThan(dwell([BADE]) + 3 * 300)
    pace.take(packet(1, [REVEALED]))
    pace.take(packet(2))
    vi.advanceTimersByTime(dwell([BADE]))
    expect(shown).toEqual([1])
  })

  it('shows at once what comes while one decides', () => {
    pace.take(packet(1, [BADE], ['2x3']))
    pace.take(packet(2, [BADE], ['2x3']))
    expect(shown).toEqual([1, 2])
  })

  it('goes straight to what a new connection brings', () => {
    pace.take(packet(1, [REVEALED]))
    pace.take(packet(2))
    pace.take(packet(3, []))
    expect(shown).toEqual([1, 3])
    vi.advanceTimersByTime(60_000)
    expect(shown).toEqual([1, 3])
  })

  it('hurries when a clock runs for the decision that waits', () => {
    hurried = true
    pace.take(packet(1, [BADE]))
    pace.take(packet(2, [REVEALED]))
    pace.take(packet(3, [BADE], ['2x3']))
    vi.advanceTimersByTime(1000)
    expect(shown).toEqual([1, 2, 3])
  })

  it('can be told to show the newest', () => {
    pace.take(packet(1, [REVEALED]))
    pace.take(packet(2))
    pace.take(packet(3))
    pace.catchUp()
    expect(shown).toEqual([1, 3])
  })

  it('keeps nothing back from a page nobody looks at', () => {
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    pace.take(packet(1, [REVEALED]))
    pace.take(packet(2))
    pace.take(packet(3))
    vi.advanceTimersByTime(dwell([REVEALED]))
    expect(shown).toEqual([1, 3])
  })

  it('lets a long queue go by quickly', () => {
    for (let seq = 1; seq <= 20; seq++) pace.take(packet(seq, [REVEALED]))
    vi.advanceTimersByTime(13 * 200 + dwell([REVEALED]))
    expect(shown.length).toBeGreaterThan(13)
  })
})
