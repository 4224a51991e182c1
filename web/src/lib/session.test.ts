import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromServer, Packet, TableCard } from '../wire'
import { Session } from './session.svelte'

class FakeSocket {
  static OPEN = 1
  static last: FakeSocket
  readyState = 1
  sent: { type: string }[] = []
  onopen = () => {}
  onmessage = (_event: { data: string }) => {}
  onclose = (_event: { code: number; reason: string }) => {}

  constructor() {
    FakeSocket.last = this
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
  }
  close(): void {}
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
}

const card = (change: Partial<TableCard> = {}): Partial<TableCard> => ({ table: 't', game: 'dudo', status: 'playing', seats: [], clock: null, ...change })
const room = (change: Partial<TableCard> = {}) => ({ type: 'room', card: card(change), seat: 0 })
const packet = (seq: number, change: Partial<Packet> = {}) => ({ type: 'packet', seq, moves: ['1x2'], beats: [], told: [], result: null, deadlines: {}, ...change })
const told = (text: string) => ({ text, clauses: [], kept: true })

describe('a session', () => {
  let session: Session
  let log: object

  beforeEach(() => {
    vi.useFakeTimers()
    log = { seq: 1, lines: [{ ...told('before'), seq: 1, number: null, kind: 'rolled' }], spoken: [] }
    vi.stubGlobal('WebSocket', FakeSocket)
    vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
    vi.stubGlobal('document', { visibilityState: 'visible', documentElement: {} })
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve(log) }))
    session = new Session('t', 'key', 'en')
    FakeSocket.last.onopen()
  })
  afterEach(() => {
    session.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const hear = (...messages: object[]) => messages.forEach((message) => FakeSocket.last.hear(message))
  const sent = () => FakeSocket.last.sent.map((message) => message.type)

  it('joins with its key and asks for what was told before', async () => {
    hear(room(), packet(2, { told: [told('now')], beats: [{ type: 'round', clauses: [], round: 1, opener: 0 }] }))
    await vi.runAllTimersAsync()
    expect(sent()).toEqual(['join'])
    expect(session.log.map((line) => line.text)).toEqual(['before', 'now'])
  })

  it('answers the packet that is shown, one move at a time', () => {
    hear(room(), packet(7))
    session.play('1x2')
    session.play('1x3')
    expect(FakeSocket.last.sent.slice(1)).toEqual([{ type: 'play', seq: 7, move: '1x2' }])
    expect(session.waiting).toBe(true)
  })

  it('keeps a refusal when another packet comes, and forgets it with the next move', () => {
    hear(room(), packet(7))
    session.play('1x2')
    hear({ type: 'refusal', clause: 'DU-13', why: 'No.' }, packet(8))
    expect(session.waiting).toBe(false)
    expect(session.trouble).toMatchObject({ clause: 'DU-13' })
    session.play('2x2')
    expect(session.trouble).toBeUndefined()
  })

  it('follows when another device leads, and leads again by coming back', () => {
    hear(room(), packet(7), { type: 'error', code: 'following', why: 'Elsewhere.' })
    expect(session.following).toBe(true)
    expect(session.trouble).toBeUndefined()
    session.lead()
    expect(session.following).toBe(false)
  })

  it('goes on showing what a packet told when it is sent again', () => {
    const beats = [{ type: 'round' as const, clauses: [], round: 2, opener: 0 }]
    hear(room(), packet(7, { beats, told: [told('Round 2')] }), packet(7))
    expect(session.packet?.beats).toEqual(beats)
  })

  it('asks for the clocks anew when a rest is over', () => {
    const clock = { seconds: 300 }
    hear(room({ clock }), packet(7), room({ clock, status: 'paused' }), room({ clock }))
    expect(sent()).toEqual(['join', 'look'])
  })

  it('connects again with what it had, and does not when the table would not have it', async () => {
    hear(room(), packet(7))
    const first = FakeSocket.last
    first.onclose({ code: 1006, reason: '' })
    expect(session.status).toBe('lost')
    expect(session.packet?.seq).toBe(7)
    await vi.advanceTimersByTimeAsync(500)
    expect(FakeSocket.last).not.toBe(first)
    FakeSocket.last.onclose({ code: 1008, reason: 'wrong-key' })
    expect(session.status).toBe('ended')
  })

  it('mutes again after coming back', async () => {
    hear(room())
    session.mute(1, true)
    FakeSocket.last.onclose({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(500)
    FakeSocket.last.onopen()
    expect(FakeSocket.last.sent).toEqual([
      { type: 'join', table: 't', key: 'key', lang: 'en' },
      { type: 'mute', seat: 1, muted: true },
    ])
  })

  it('lets others listen until they have heard enough', () => {
    const heard: FromServer['type'][] = []
    const stop = session.listen((message) => heard.push(message.type))
    hear(room())
    stop()
    hear(packet(1))
    expect(heard).toEqual(['room'])
  })
})
