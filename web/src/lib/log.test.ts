import { describe, expect, it } from 'vitest'
import { firstNew, linesOf, merged, type Line } from './log'

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

  it('marks what is new since the last visit, but not on the first', () => {
    const lines = [line(1), line(2), line(3)]
    expect(firstNew(lines, 2)).toBe(2)
    expect(firstNew(lines, 3)).toBeUndefined()
    expect(firstNew(lines, 0)).toBeUndefined()
  })
})
