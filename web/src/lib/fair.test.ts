import { describe, expect, it } from 'vitest'
import file from '../../../docs/examples/fair-dudo.txt?raw'
import type { RecordFile } from '../wire'
import { bytes, checks, commitment, hex, keyBefore, Stream } from './fair'

/** The example of docs/, read as the record's JSON form has it. */
function example(): RecordFile {
  const lines = file.split('\n')
  const all = (word: string) => lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  return {
    hoodwink: 1,
    game: 'dudo',
    edition: 1,
    seats: all('seat').map((line) => ({ name: line.slice(2) })),
    options: Object.fromEntries(all('option').map((line) => [line.split(' ')[0] ?? '', JSON.parse(line.split(' ')[1] ?? '')])),
    fair: { anchor: all('anchor')[0] ?? '', commitments: all('commitment'), nonces: all('nonce'), opened: all('opened') },
    events: lines.filter((line) => /^\d+\. /.test(line)).map((line) => line.replace(/^\d+\. /, '')),
    finished: true,
    seal: all('seal')[0] ?? '',
  }
}

const outcomes = async (record: RecordFile, anchor?: string) =>
  Object.fromEntries((await checks(record, anchor)).map((check) => [check.step, check.holds]))

describe('checking fairness in the page', () => {
  it('finds nothing wrong with the example of the documentation', async () => {
    const record = example()
    expect(await outcomes(record, record.fair?.anchor)).toEqual({ seal: true, anchor: true, nonces: true, keys: true, chances: true })
    const rolled = (record.events ?? []).filter((event) => /^(roll|opener)/.test(event)).length
    expect((await checks(record)).at(-1)?.count).toBe(rolled)
  })

  it('does not claim to have known the anchor where it was not remembered', async () => {
    expect((await outcomes(example())).anchor).toBeUndefined()
    expect((await outcomes(example(), '00')).anchor).toBe(false)
  })

  it('notices a die that was turned', async () => {
    const record = example()
    record.events = record.events?.map((event) => (event === 'roll A:12233' ? 'roll A:12234' : event)) ?? []
    expect(await outcomes(record)).toMatchObject({ seal: false, nonces: true, keys: true, chances: false })
  })

  it('notices an exchanged nonce, which changes all rolls as well', async () => {
    const record = example()
    if (record.fair) record.fair.nonces[1] = '0101010101010101010101010101010f'
    expect(await outcomes(record)).toMatchObject({ seal: false, nonces: false, keys: true, chances: false })
  })

  it('notices a key that is not of the chain', async () => {
    const record = example()
    if (record.fair?.opened) record.fair.opened[3] = record.fair.opened[3]?.replace(/^../, '00') ?? ''
    expect(await outcomes(record)).toMatchObject({ keys: false, chances: false })
  })

  it('leaves a game it does not know to the offline proof', async () => {
    expect((await outcomes({ ...example(), game: 'tarot' })).chances).toBeUndefined()
  })

  it('knows that a record without promises proves nothing', async () => {
    const { fair: _promises, ...bare } = example()
    expect(Object.keys(await outcomes(bare))).toEqual(['seal'])
  })

  it('has the known answers of the reference', async () => {
    const secret = Uint8Array.from({ length: 32 }, (_, place) => place)
    let key: Uint8Array = secret
    for (let round = 1024; round > 1; round--) key = await keyBefore(key)
    expect(hex(await keyBefore(key))).toBe(example().fair?.anchor)
    expect(hex(key)).toBe(example().fair?.opened?.[0])
    expect(await commitment(bytes('00'.repeat(16)))).toBe(example().fair?.commitments[0])
    const stream = await Stream.of(key, ['00', '01', '02'].map((byte) => bytes(byte.repeat(16))), 1)
    expect(await stream.below(3)).toBe(2) // seat C opens
  })
})
