/** Nicknames for whoever has not chosen one: nobody should have to type to sit down. */
const FIRST = ['Sly', 'Bold', 'Merry', 'Quick', 'Lucky', 'Salty', 'Brassy', 'Misty', 'Witty', 'Nimble']
const SECOND = ['Otter', 'Magpie', 'Fox', 'Gecko', 'Heron', 'Badger', 'Marten', 'Beetle', 'Jackdaw', 'Mantis']

export function nickname(random: () => number = Math.random): string {
  const one = (words: string[]) => words[Math.floor(random() * words.length)]
  return `${one(FIRST)} ${one(SECOND)}`
}
