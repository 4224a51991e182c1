import { describe, expect, it } from 'vitest'
import { firstNew, gathered, linesOf, merged, type Line } from './log'

function line(seq: number, text = `line ${seq}`, kept = true): Line {
  return { seq, text, kept, clauses: [], number: null, kind: 'bade' }
}

describe('the log of a table', () => {
  it('takes the lines of a packet with the kinds of its beats', () => {
    const told = [{ text: 'Ann is out.', clauses: ['DU-2'], kept: true }]
    const beats = [{ type: 'out' as const, clauses: ['DU-2'], seat: 0 }]
    expect(linesOf({ seq: 4, told, beats })).toEqual([
      { text: 'Ann is out.', clauses: ['DU-2'], kept: true, seq: 4, number: null, kind: 'out' },
    ])
  })

  it('has each line once when the stored log and the packets overlap', () => {
    const stored = [line(1), line(2), line(3)]
    expect(merged(stored, [line(3, 'all of it'), line(4)]).map((one) => one.seq)).toEqual([1, 2, 3, 4])
  })

  it('forgets what the table leaves to memory as soon as something newer is told', () => {
    const passing = merged([line(1)], [line(2, 'a bid', false)])
    expect(passing.map((one) => one.text)).toEqual(['line 1', 'a bid'])
    expect(merged(passing, [line(3)]).map((one) => one.text)).toEqual(['line 1', 'line 3'])
  })

  it('is unchanged by a packet that tells nothing', () => {
    expect(merged([line(1, 'a bid', false)], [])).toEqual([line(1, 'a bid', false)])
  })

  it('tells once what is said several times in a row, and opens at the last of it', () => {
    const lines = [line(1, 'a draw'), line(2, 'a draw'), line(3, 'a bid'), line(4, 'a draw')]
    const told = gathered(lines, undefined).map(({ line, times }) => [line.seq, line.text, times])
    expect(told).toEqual([
      [2, 'a draw', 2],
      [3, 'a bid', 1],
      [4, 'a draw', 1],
    ])
  })

  it('keeps what was seen before apart from what is new', () => {
    const lines = [line(1, 'a draw'), line(2, 'a draw'), line(3, 'a draw')]
    expect(gathered(lines, 2).map(({ times, fresh }) => [times, fresh])).toEqual([
      [2, false],
      [1, true],
    ])
  })

  it('marks what is new since the last visit, but not on the first', () => {
    const lines = [line(1), line(2), line(3)]
    expect(firstNew(lines, 2)).toBe(2)
    expect(firstNew(lines, 3)).toBeUndefined()
    expect(firstNew(lines, 0)).toBeUndefined()
  })
})
