/** The games on the server's shelf, in the language that is spoken. */
import type { GameCard } from '../wire'
import { ask } from './api'
import { language } from './words.svelte'

/** The order in which games stand on the shelf; any other comes after them. */
export const ORDER = ['dudo', 'dudab', 'rumbugz']
const place = (game: GameCard) => (ORDER.includes(game.key) ? ORDER.indexOf(game.key) : ORDER.length)

let shelf: GameCard[] = $state.raw([])
let spoken = ''

/** The games; fetched once a language. */
export async function fetchGames(): Promise<GameCard[]> {
  const lang = language()
  if (spoken !== lang) {
    shelf = (await ask<GameCard[]>(`/api/games?lang=${lang}`)).sort((one, other) => place(one) - place(other))
    spoken = lang
  }
  return shelf
}

export function games(): GameCard[] {
  return shelf
}
