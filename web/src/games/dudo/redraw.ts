/** Dudo's chances drawn again: who opens, and every roll, in the order in which they happened. */
import type { Stream } from '../../lib/fair'
import type { Redraw } from '../redraws'

export const redraw: Redraw = async (record, streamOf) => {
  let round = Number(/round (\d+)/.exec(record.position ?? '')?.[1] ?? 1)
  let stream: Stream | undefined
  let doubted = false
  let count = 0
  for (const event of record.events ?? []) {
    const [kind, what = ''] = event.split(' ')
    if (kind !== 'roll' && kind !== 'opener') {
      doubted ||= what === 'dudo'
      continue
    }
    if (doubted) {
      round += 1 // a doubt ends a round, and the next one draws from a stream of its own
      doubted = false
      stream = undefined
    }
    stream ??= await streamOf(round)
    if (stream === undefined) return { holds: false, count }
    const drawn = kind === 'opener' ? 'ABCDEF'.charAt(await stream.below(record.seats.length)) : await roll(stream, what)
    if (drawn !== what) return { holds: false, count }
    count += 1
  }
  return { holds: true, count }
}

/** What a roll should have been: as many dice as it shows, in ascending order. */
async function roll(stream: Stream, said: string): Promise<string> {
  const [seat = '', dice = ''] = said.split(':')
  const number = await stream.below(6 ** dice.length)
  const faces = Array.from(dice, (_, place) => (Math.floor(number / 6 ** place) % 6) + 1)
  return `${seat}:${faces.sort().join('')}`
}
