/** The three tables. A game's own component shows a view and offers its moves; it never decides what is legal. */
import type { Component } from 'svelte'
import type { Beat, View } from '../wire'
import Dudab from './dudab/Table.svelte'
import Dudo from './dudo/Table.svelte'
import Rumbugz from './rumbugz/Table.svelte'

export interface TableProps<V extends View = View, B extends Beat = Beat> {
  /** What this viewer may know, as the server sent it; `view.moves` stands in the same order as `moves`. */
  view: V
  /** The legal moves in notation, empty when there is nothing to decide (always so in a replay). */
  moves: readonly string[]
  /** What has just happened, to be shown as motion; empty after coming back. */
  beats: readonly B[]
  /** A number that is another one for every packet: the key of what `beats` animate. */
  seq: number
  names: readonly string[]
  /** A move was sent and is being stored. */
  waiting: boolean
  /** Send a move in notation; it may be one that is not in `moves`: then the refusal says why. */
  play: (move: string) => void
  /** Send any other message of the wire (`plan`, `standing`, …). */
  send: (message: import('../wire').FromClient) => boolean
  /** Hear every message of the server, where there is one; gives back how to stop. */
  listen?: (listener: (message: import('../wire').FromServer) => void) => () => void
  /** The answer that this seat has left with the table, in notation. */
  standing?: string | null
  /** Say that what the packet brought is still being shown, and that it has been seen. */
  suspend?: (on: boolean) => void
  /** Say that a moment is shown until its player goes on, and that they did: the end of the game waits for that. */
  linger?: (on: boolean) => void
  /** Open the rulebook at a clause. */
  rule: (clause: string) => void
}

export const TABLES: Record<string, Component<TableProps<any, any>>> = { dudab: Dudab, dudo: Dudo, rumbugz: Rumbugz }
