/** How seats are shown: letters, names, and what can be said of who sits there. */
import type { Sitter, TableCard } from '../wire'
import { known, t } from './words.svelte'

export const LETTERS = 'ABCDEF'

export function letter(seat: number): string {
  return LETTERS.charAt(seat)
}

export function namesOf(card: TableCard | undefined): string[] {
  return card?.seats.map((sitter, seat) => sitter?.name ?? letter(seat)) ?? []
}

/** A bot's own name for people: its catalogue sentence begins it, a plain name stands in. */
export function botTitle(bot: string): string {
  return bot.charAt(0).toUpperCase() + bot.slice(1)
}

/** What a bot is like, in a sentence. */
export function botText(game: string, bot: string): string {
  const own = `${game}.bot.${bot}`
  const common = `bots.${bot}`
  return known(own) ? t(own) : known(common) ? t(common) : bot
}

export type Presence = 'here' | 'away' | 'bot' | 'minded' | 'empty'

export function presence(sitter: Sitter | null): Presence {
  if (sitter === null) return 'empty'
  if (sitter.minded !== null) return 'minded'
  if (sitter.bot !== null) return 'bot'
  return sitter.here ? 'here' : 'away'
}
