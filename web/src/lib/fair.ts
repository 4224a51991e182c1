/** Checking a record's promises of chance in the page itself, with nothing of the server's but the record.
 *
 * docs/reference/fairness.md tells the scheme. What is checked here: that the record is whole (its seal), that every nonce
 * is the one its seat promised, that the opened keys form the chain that ends in the anchor, and that every chance is the
 * one which the keys give (`REDRAWS`). That every move was legal is for `hoodwink verify`, which knows the rules.
 */
import { REDRAWS } from '../games/redraws'
import type { RecordFile } from '../wire'

export type Step = 'seal' | 'anchor' | 'nonces' | 'keys' | 'chances'

export interface Check {
  step: Step
  /** Undefined where the page cannot tell. */
  holds: boolean | undefined
  /** How many things were compared and found right. */
  count: number
  /** The first event that fails. */
  event?: number
}

/** No game draws from more: what a forged record asks for beyond that is not waited for. */
const MOST = 2 ** 48

const text = (ascii: string) => new TextEncoder().encode(ascii)

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function hex(some: Uint8Array): string {
  return Array.from(some, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function number(value: number, size: number): Uint8Array {
  const written = new Uint8Array(size)
  for (let place = size - 1, rest = value; place >= 0; place--, rest = Math.floor(rest / 256)) written[place] = rest % 256
  return written
}

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)))
}

export async function commitment(nonce: Uint8Array): Promise<string> {
  return hex(await sha256(text('hoodwink/nonce/1'), nonce))
}

export async function keyBefore(key: Uint8Array): Promise<Uint8Array> {
  return sha256(text('hoodwink/chain/1'), key)
}

/** The random bits of one round. */
export class Stream {
  #held: number[] = []
  #block = 0

  private constructor(
    readonly key: CryptoKey,
    readonly label: Uint8Array,
  ) {}

  static async of(key: Uint8Array, nonces: readonly Uint8Array[], round: number): Promise<Stream> {
    const mixed = await sha256(...nonces.flatMap((nonce) => [number(nonce.length, 4), nonce]))
    const usable = await crypto.subtle.importKey('raw', joined(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return new Stream(usable, joined(text('hoodwink/stream/1'), mixed, number(round, 4)))
  }

  /** The next bits as a number; 48 at most. */
  async bits(count: number): Promise<number> {
    const size = Math.ceil(count / 8)
    while (this.#held.length < size) {
      const block = await crypto.subtle.sign('HMAC', this.key, joined(this.label, number(this.#block, 8)))
      this.#held.push(...new Uint8Array(block))
      this.#block += 1
    }
    const value = this.#held.splice(0, size).reduce((sum, byte) => sum * 256 + byte, 0)
    return Math.floor(value / 2 ** (size * 8 - count))
  }

  /** A number from 0 to stop - 1: bits are drawn again until they fit. */
  async below(stop: number): Promise<number> {
    const count = stop <= 1 ? 0 : Math.floor(Math.log2(stop - 1)) + 1
    let drawn = await this.bits(count)
    while (drawn >= stop) drawn = await this.bits(count)
    return drawn
  }
}

/** The record's text without its seal, as the seal was made of it. */
export function written(record: RecordFile): string {
  const letter = (seat: number) => 'ABCDEF'.charAt(seat)
  const lines = [`Hoodwink record ${record.hoodwink}`, `game ${record.game} edition ${record.edition}`]
  record.seats.forEach((sitter, seat) => {
    lines.push(sitter.bot ? `bot ${letter(seat)} ${sitter.bot} ${sitter.name}` : `seat ${letter(seat)} ${sitter.name}`)
  })
  const options = Object.entries(record.options ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, value] of options) lines.push(`option ${name} ${JSON.stringify(value)}`)
  if (record.position) lines.push(`position ${record.position}`)
  if (record.fair) {
    lines.push(`anchor ${record.fair.anchor}`)
    for (const one of record.fair.commitments) lines.push(`commitment ${one}`)
    for (const one of record.fair.nonces) lines.push(`nonce ${one}`)
    for (const one of record.fair.opened ?? []) lines.push(`opened ${one}`)
  }
  const events = record.events ?? []
  lines.push('', ...events.map((event, place) => `${place + 1}. ${event}`), '')
  lines.push(`${record.finished ? 'finished' : 'unfinished'} after ${events.length}`)
  return lines.join('\n') + '\n'
}

/** Every check the page can make, in order. `anchor` is what the table had published when it was opened, where known. */
export async function checks(record: RecordFile, anchor?: string): Promise<Check[]> {
  const seal: Check = { step: 'seal', holds: hex(await sha256(text(written(record)))) === record.seal, count: 1 }
  if (!record.fair) return [seal]
  const nonces = record.fair.nonces.map(bytes)
  const promised = await Promise.all(nonces.map(commitment))
  const keys = (record.fair.opened ?? []).map(bytes)
  let before = record.fair.anchor
  let chained = true
  for (const key of keys) {
    chained &&= hex(await keyBefore(key)) === before
    before = hex(key)
  }
  const told: Check[] = [
    seal,
    { step: 'anchor', holds: anchor === undefined ? undefined : anchor === record.fair.anchor, count: 1 },
    {
      step: 'nonces',
      holds: nonces.length === record.seats.length && promised.every((hash, seat) => hash === record.fair?.commitments[seat]),
      count: nonces.length,
    },
    { step: 'keys', holds: chained, count: keys.length },
  ]
  return [...told, await drawnAgain(record, keys, nonces)]
}

/** Every chance drawn again, up to the first that is another. A game the page does not know is left to `verify`. */
async function drawnAgain(record: RecordFile, keys: Uint8Array[], nonces: Uint8Array[]): Promise<Check> {
  const follower = REDRAWS[record.game]?.(record)
  if (!follower) return { step: 'chances', holds: undefined, count: 0 }
  const streams = new Map<number, Stream>()
  let count = 0
  for (const [place, event] of (record.events ?? []).entries()) {
    const move = /^([A-F]) (.*)/.exec(event)
    if (move) {
      follower.moved(move[1] ?? '', move[2] ?? '')
      continue
    }
    const { round, stop, outcome } = follower.drawn(event)
    const stream = streams.get(round) ?? (await streamOf(keys, nonces, round))
    const possible = stream !== undefined && stop >= 1 && stop <= MOST
    if (!possible || outcome(await stream.below(stop)) !== event) return { step: 'chances', holds: false, count, event: place + 1 }
    streams.set(round, stream)
    count += 1
  }
  return { step: 'chances', holds: true, count }
}

/** The stream of a round, where its key is opened. */
async function streamOf(keys: Uint8Array[], nonces: Uint8Array[], round: number): Promise<Stream | undefined> {
  const key = keys[round - 1]
  return key && Stream.of(key, nonces, round)
}
