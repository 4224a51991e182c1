/** Lessons, played by the engine beforehand (`hoodwink.lessons`): the page only walks through them. */
import type { Beat, View } from '../wire'

export interface Step {
  say: string
  view: View
  beats: Beat[]
  moves: string[]
  do: string | null
}

const LESSONS = import.meta.glob<{ default: unknown }>('../games/*/lesson.json')

/** A game's lesson, or nothing where there is no such game. */
export async function fetchLesson(game: string): Promise<Step[] | undefined> {
  return (await LESSONS[`../games/${game}/lesson.json`]?.())?.default as Step[] | undefined
}
