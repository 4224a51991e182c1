/** The games on the server's shelf, in the language that is spoken. */
import type { GameCard } from '../wire'
import { ask } from './api'
import { language } from './words.svelte'

let shelf: GameCard[] = $state.raw([])
let spoken = ''

/** The games; fetched once a language. */
export async function fetchGames(): Promise<GameCard[]> {
  const lang = language()
  if (spoken !== lang) {
    shelf = await ask<GameCard[]>(`/api/games?lang=${lang}`)
    spoken = lang
  }
  return shelf
}

export function games(): GameCard[] {
  return shelf
}
