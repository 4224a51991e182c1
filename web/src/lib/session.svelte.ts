/** One table as this browser sees it: the newest packet, who sits where, what was said; and the connection behind it. */
import type { FromClient, FromServer, Packet, Refusal, Room, Told, Trouble } from '../wire'

export interface Line extends Told {
  /** The number of the packet that told it. */
  seq: number
}

const SLOWEST = 10_000

export class Session {
  status: 'connecting' | 'live' | 'lost' | 'ended' = $state('connecting')
  room: Room | undefined = $state.raw()
  packet: Packet | undefined = $state.raw()
  log: Line[] = $state.raw([])
  /** What the server would not take, until the next packet comes or it is dismissed. */
  trouble: Refusal | Trouble | undefined = $state.raw()
  /** Whether a move was sent and neither packet nor refusal came yet. */
  waiting = $state(false)
  #socket: WebSocket | undefined
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #listeners = new Set<(message: FromServer) => void>()

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

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    this.#socket = socket
    socket.onopen = () => {
      this.send({ type: 'join', table: this.table, key: this.key ?? null, lang: this.lang })
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
        this.#tries = 0
        this.status = 'live'
        this.room = message
        break
      case 'packet':
        this.waiting = false
        this.trouble = undefined
        this.packet = message
        this.log = [...this.log, ...message.told.map((told) => ({ ...told, seq: message.seq }))]
        break
      case 'refusal':
      case 'error':
        this.waiting = false
        this.trouble = message
        break
    }
    for (const listener of this.#listeners) listener(message)
  }
}
