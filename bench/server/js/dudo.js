// Dudo with hidden dice for three, as small as the comparison allows: bids whose count rises, one doubt a round, the
// loser pays the difference, and when one seat alone has dice all of them begin anew. Both peers play exactly this.

export const SEATS = 3;
const DICE = 5;

export function start(die) {
  const table = { left: Array(SEATS).fill(DICE), dice: [], bids: [], opener: 0, turn: 0, round: 0, last: null };
  openRound(table, die);
  return table;
}

function openRound(table, die) {
  table.dice = table.left.map((count) => Array.from({ length: count }, die).sort());
  table.bids = [];
  table.turn = table.opener;
  table.round += 1;
}

function following(table, seat) {
  do seat = (seat + 1) % SEATS;
  while (table.left[seat] === 0);
  return seat;
}

export function bid(table, seat, count, face) {
  const standing = table.bids.at(-1);
  const inPlay = table.left.reduce((sum, left) => sum + left, 0);
  if (seat !== table.turn || !(face >= 2 && face <= 6) || count > inPlay || count <= (standing?.count ?? 0)) return false;
  table.bids.push({ seat, count, face });
  table.turn = following(table, seat);
  return true;
}

export function doubt(table, seat, die) {
  const standing = table.bids.at(-1);
  if (seat !== table.turn || standing === undefined) return false;
  const found = table.dice.flat().filter((one) => one === 1 || one === standing.face).length;
  const loser = found >= standing.count ? seat : standing.seat;
  const loss = Math.min(table.left[loser], Math.max(1, standing.count - found));
  table.last = { doubter: seat, bid: standing, found, loser, loss, cups: table.dice };
  table.left[loser] -= loss;
  if (table.left.filter((left) => left > 0).length === 1) table.left = Array(SEATS).fill(DICE);
  table.opener = following(table, table.opener);
  openRound(table, die);
  return true;
}

// What a seat may know: everything but the dice of the others.
export function view(table, seat) {
  return { ...table, dice: table.dice.map((dice, owner) => (owner === seat ? dice : dice.length)) };
}
