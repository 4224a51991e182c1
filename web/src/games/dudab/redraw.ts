/** What Dudab Buba's chances were drawn from: who opens, and every card, each from those left in its round.
 *
 * A round ends when its draw pile is empty, and every card that leaves the pile stands in the record: so the cards can be
 * followed without knowing what anybody does with them.
 */
import { copies, firstRound, pieceDrawn, seatDrawn, type Redraw } from '../draws'
import { BABY, DUDAB, JUNGLE, SHAMAN, write } from './cards'

const ALIKE = 8 // Dudabs, Jungles, Babies

export const redraw: Redraw = (record) => {
  const modules = [...(record.options?.jungle ? copies(write(JUNGLE), ALIKE) : []), ...(record.options?.baby ? copies(write(BABY), ALIKE) : [])]
  let round = firstRound(record)
  let pile = record.position ? pileOf(record.position, [...baseDeck(), ...modules]) : baseDeck()
  let dealing = !record.position
  return {
    moved() {
      if (dealing) pile.push(...modules) // Q-DB-02: they join when all is dealt, and then somebody moves
      dealing = false
    },
    drawn(event) {
      if (event.startsWith('opener')) return seatDrawn(record, round, 'opener')
      if (!pile.length) {
        pile = baseDeck()
        dealing = true
        round += 1
      }
      return pieceDrawn(pile, round, event)
    },
  }
}

/** The cards of the base game in the order in which they are counted through. */
function baseDeck(): string[] {
  const count = (card: number) => (card < SHAMAN ? 1 : card < DUDAB ? 2 : ALIKE)
  return Array.from({ length: DUDAB + 1 }, (_, card) => copies(write(card), count(card))).flat()
}

/** The draw pile of a position in which somebody is to move: written out, or every card that is named nowhere. */
function pileOf(position: string, all: string[]): string[] {
  const fields = position.split(' | ')
  const listed = fields.find((field) => /^deck( \D|$)/.test(field))
  if (listed !== undefined) return listed.split(' ').slice(1)
  for (const card of fields.flatMap(named)) all.splice(all.indexOf(card), 1)
  return all
}

/** The cards that a field of a position names, or that wait for a column there. */
function named(field: string): string[] {
  if (field.startsWith('due ')) return Array.from(field.matchAll(/(jungle|baby) [A-F]/g), ([, what]) => write(what === 'baby' ? BABY : JUNGLE))
  if (!/^([A-F]:|\d:|discard )/.test(field)) return []
  return field.replace(/^\S+/, '').match(/[RBYG]-\w+-\d|S:[RBYG]|D|J|B!/g) ?? []
}
