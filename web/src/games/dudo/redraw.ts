/** What Dudo's chances were drawn from: who opens, and every roll. */
import { firstRound, seatDrawn, type Redraw } from '../draws'

export const redraw: Redraw = (record) => {
  let round = firstRound(record)
  let doubted = false
  return {
    moved(_seat, move) {
      doubted = move === 'dudo'
    },
    drawn(event) {
      if (doubted) round += 1 // a doubt ends a round, and the next one draws from a stream of its own
      doubted = false
      const [kind = '', what = ''] = event.split(' ')
      if (kind === 'opener') return seatDrawn(record, round, kind)
      const [seat, dice = ''] = what.split(':')
      return { round, stop: 6 ** dice.length, outcome: (number) => `roll ${seat}:${faces(number, dice.length)}` }
    },
  }
}

/** The dice of a roll in ascending order: the digits of its number in base six. */
function faces(number: number, dice: number): string {
  return Array.from({ length: dice }, (_, place) => (Math.floor(number / 6 ** place) % 6) + 1)
    .sort()
    .join('')
}
