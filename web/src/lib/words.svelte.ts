/** Sentences of one language at a time, in the ICU style; the server's catalogues and our own. */
import { IntlMessageFormat } from 'intl-messageformat'

export const LANGUAGES = { en: 'English', hu: 'magyar', ru: 'русский', it: 'italiano' } as const
export type Lang = keyof typeof LANGUAGES
export type Values = Record<string, string | number>

const CATALOGUES: Record<Lang, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('virtual:words/en'),
  hu: () => import('virtual:words/hu'),
  ru: () => import('virtual:words/ru'),
  it: () => import('virtual:words/it'),
}

let sentences: Record<string, string> = $state.raw({})
let lang: Lang = $state('en')
const compiled = new Map<string, IntlMessageFormat>()

/** The first of our languages that the browser asks for. */
export function preferred(): Lang {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag): tag is Lang => tag in LANGUAGES) ?? 'en'
}

/** Speak another language from now on. */
export async function speak(wanted: Lang): Promise<void> {
  const fetched = (await CATALOGUES[wanted]()).default
  compiled.clear()
  sentences = fetched
  lang = wanted
  document.documentElement.lang = wanted
}

export function language(): Lang {
  return lang
}

/** Whether there is such a sentence. */
export function known(id: string): boolean {
  return id in sentences
}

/** A sentence with its values: `t('web.join', { name })`. */
export function t(id: string, values: Values = {}): string {
  const sentence = sentences[id]
  if (sentence === undefined) throw new Error(`no message ${id} in ${lang}`)
  let format = compiled.get(id)
  if (format === undefined) {
    format = new IntlMessageFormat(sentence, lang, undefined, { ignoreTag: true })
    compiled.set(id, format)
  }
  return String(format.format(values))
}
