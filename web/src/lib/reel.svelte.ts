/** A finished game as a reel: scenes fetched in stretches, a place in it, and whether it runs. */
import { ask } from './api'
import type { Scene } from '../wire'

export const STRETCH = 40
const AHEAD = 15
/** Seconds a scene is seen, by speed. */
export const SPEEDS = [0.5, 1, 2, 4] as const

export class Reel {
  /** The event whose outcome is shown, from 1. */
  at = $state(1)
  eyes = $state('watcher')
  playing = $state(false)
  speed: (typeof SPEEDS)[number] = $state(1)
  /** How many events there are; known with the first scene, told to nobody who has not asked. */
  count = $state(0)
  /** The furthest event that was shown: what came before may be told. */
  furthest = $state(0)
  trouble = $state('')
  #scenes: Record<string, Scene> = $state.raw({})
  #asked = new Set<string>()

  constructor(
    readonly table: string,
    at: number,
    eyes: string,
  ) {
    this.at = Math.max(1, at)
    this.eyes = eyes
    this.#show()
  }

  get scene(): Scene | undefined {
    return this.#scenes[`${this.eyes} ${this.at}`]
  }

  get atEnd(): boolean {
    return this.count > 0 && this.at >= this.count
  }

  /** Go to an event, or as near as there is one. */
  go(to: number): void {
    this.at = Math.max(1, this.count > 0 ? Math.min(to, this.count) : to)
    this.#show()
  }

  look(eyes: string): void {
    this.eyes = eyes
    this.#show()
  }

  toggle(): void {
    if (!this.playing && this.atEnd) this.go(1)
    this.playing = !this.playing
  }

  /** One event on, if its scene is there yet. */
  advance(): void {
    if (this.atEnd) this.playing = false
    else if (this.scene) this.go(this.at + 1)
  }

  #show(): void {
    this.furthest = Math.max(this.furthest, this.at)
    void this.#fetch(this.at)
    void this.#fetch(this.at + AHEAD)
  }

  async #fetch(number: number): Promise<void> {
    if (this.count > 0 && number > this.count) return
    const first = Math.floor((number - 1) / STRETCH) * STRETCH + 1
    const eyes = this.eyes
    const wanted = `${eyes} ${first}`
    if (this.#asked.has(wanted)) return
    this.#asked.add(wanted)
    try {
      const found = await ask<Scene[]>(`/api/tables/${this.table}/replay?eyes=${eyes}&first=${first}&count=${STRETCH}`)
      this.#scenes = { ...this.#scenes, ...Object.fromEntries(found.map((scene) => [`${eyes} ${scene.number}`, scene])) }
      this.count = found[0]?.count ?? this.count
      this.trouble = ''
      if (this.count === 0) await this.#fetch(1) // a link to a place beyond the end
      if (this.count > 0 && this.at > this.count) this.go(this.count)
    } catch (error) {
      this.#asked.delete(wanted)
      this.trouble = (error as Error).message
    }
  }
}
