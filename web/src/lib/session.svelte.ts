/** One table as this browser sees it: the newest packet, who sits where, what was said; and the connection behind it. */
import type { FromClient, FromServer, LogLine, Packet, Refusal, Room, Said, TableLog, Trouble } from '../wire'
import { ask } from './api'
import { Pace } from './pace'
import { rememberAnchor } from './seen'
import { t } from './words.svelte'
import { linesOf, merged, type Line } from './log'

const SLOWEST = 10_000
/** Seconds a decision may take beyond which nobody need hurry. */
const LEISURE = 120

export class Session {
  status: 'connecting' | 'live' | 'lost' | 'ended' = $state('connecting')
  room: Room | undefined = $state.raw()
  /** What is shown of the table: the newest packet, or one before it that is still being looked at. */
  packet: Packet | undefined = $state.raw()
  /** What happened, as this viewer was told it, the oldest first. */
  log: Line[] = $state.raw([])
  spoken: Said[] = $state.raw([])
  /** What the server would not take, until one moves again or it is dismissed. */
  trouble: Refusal | Trouble | undefined = $state.raw()
  /** Whether another device leads at this seat, and this one can only look. */
  following = $state(false)
  /** Whether a move was sent and neither packet nor refusal came yet. */
  waiting = $state(false)
  #socket: WebSocket | undefined
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #listeners = new Set<(message: FromServer) => void>()
  #muted = new Set<number>()
  #pace = new Pace(
    (packet) => this.#show(packet),
    () => (this.room?.card.clock?.seconds ?? Infinity) < LEISURE,
  )

  constructor(
    readonly table: string,
    public key: string | undefined,
    readonly lang: string,
  ) {
    this.#connect()
  }

  /** Hear every message as it comes; gives back how to stop. */
  listen(listener: (message: FromServer) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Make a move in answer to the packet that is shown. */
  play(move: string): void {
    if (this.packet === undefined || this.waiting) return
    this.trouble = undefined
    this.waiting = this.send({ type: 'play', seq: this.packet.seq, move })
  }

  /** Look again with the key of a seat that was just taken, or without the one that was given back. */
  rejoin(key: string | undefined): void {
    this.key = key
    clearTimeout(this.#timer)
    if (this.#socket !== undefined) {
      this.#socket.onclose = null
      this.#socket.close()
    }
    this.#connect()
  }

  /** Hear no more of a seat's words and gestures, or hear them again; holds for this table and visit. */
  mute(seat: number, muted: boolean): void {
    if (muted) this.#muted.add(seat)
    else this.#muted.delete(seat)
    this.send({ type: 'mute', seat, muted })
  }

  /** Come back on this device: of several with one key the latest to come leads. */
  lead(): void {
    this.following = false
    this.trouble = undefined
    this.#socket?.close()
  }

  /** Show the newest packet, whatever is being shown. */
  catchUp(): void {
    this.#pace.catchUp()
  }

  close(): void {
    this.#closed = true
    this.#pace.stop()
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    this.#socket = socket
    socket.onopen = () => {
      this.send({ type: 'join', table: this.table, key: this.key ?? null, lang: this.lang })
      for (const seat of this.#muted) this.send({ type: 'mute', seat, muted: true })
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as FromServer)
    socket.onclose = (event) => {
      if (this.#closed) return
      this.waiting = false
      if (event.code === 1008 && event.reason !== 'too fast') {
        this.status = 'ended' // the table would not have us: the trouble says why
        return
      }
      this.status = 'lost'
      const pause = Math.min(SLOWEST, 250 * 2 ** this.#tries++) * (0.75 + Math.random() / 2)
      this.#timer = setTimeout(() => this.#connect(), pause)
    }
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'room':
        if (this.status !== 'live') void this.#recall()
        this.#tries = 0
        this.status = 'live'
        if (clockMoved(this.room, message)) this.send({ type: 'look' })
        this.room = message
        rememberAnchor(message.card)
        break
      case 'packet':
        this.waiting = false // what was refused stays to be read: another's move may come a moment later
        this.log = merged(this.log, linesOf(message))
        if (message.result && message.beats.length > 0) void this.#recall() // now each line knows its event
        this.#pace.take(message)
        break
      case 'said':
        this.spoken = [...this.spoken, message]
        break
      case 'refusal':
      case 'error':
        this.waiting = false
        if (message.type === 'error' && message.code === 'following') this.following = true
        else if (message.type === 'error' && message.code === 'stale') this.trouble = { ...message, why: t('web.stale') }
        else this.trouble = message
        break
    }
    for (const listener of this.#listeners) listener(message)
  }

  /** Let a packet be what is seen. One that was asked for again tells nothing: what is being shown of it goes on. */
  #show(packet: Packet): void {
    const again = packet.seq === this.packet?.seq
    this.packet = again && this.packet ? { ...packet, beats: this.packet.beats, told: this.packet.told } : packet
  }

  /** Ask for all that was told before: on opening the page, and after each time the connection was lost. */
  async #recall(): Promise<void> {
    try {
      const kept = await ask<TableLog>(`/api/tables/${this.table}/log`, undefined, this.key)
      this.log = merged(kept.lines satisfies LogLine[], this.log)
      if (kept.spoken.length > 0 || this.spoken.length === 0) this.spoken = kept.spoken
    } catch {
      // the table is shown without its past; the next connection asks again
    }
  }
}

/** Whether deadlines are others than the last packet said: a rest is over, or a seat changed hands. */
function clockMoved(before: Room | undefined, after: Room): boolean {
  if (before === undefined || after.card.clock === null || after.card.status !== 'playing') return false
  const minded = (room: Room) => room.card.seats.map((sitter) => sitter?.minded ?? '').join(' ')
  return before.card.status === 'paused' || minded(before) !== minded(after)
}
