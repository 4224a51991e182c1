// Written by `python -m hoodwink.wire.typescript` from the structs of the server; not to be edited.

/** The first message: which table, with the key of a seat, or without one to watch. */
export interface Join {
  type: "join"
  table: string
  key?: string | null
  lang?: string
}

/** A move, in answer to the packet with this number. */
export interface Play {
  type: "play"
  seq: number
  move: string
}

/** Please send the latest packet again. */
export interface Look {
  type: "look"
}

/** Who sits in a seat. */
export interface Sitter {
  name: string
  bot: string | null
  here: boolean
}

/** What everybody may know of a table before looking at it. */
export interface TableCard {
  table: string
  game: string
  edition: number
  options: Record<string, unknown>
  seats: (Sitter | null)[]
  status: string
  public: boolean
  watchers: boolean
  anchor: string
}

/** Who sits where has changed. */
export interface Room {
  type: "room"
  card: TableCard
  seat: number | null
}

/** One thing that happened, in the receiver's language. */
export interface Told {
  text: string
  clauses: string[]
}

/** How a game ended: one score a seat as the game's own sheet has it, and who won (several share). */
export interface Result {
  scores: number[]
  winners: number[]
}

/** The whole table as the receiver may see it. Coming back gives the same packet again, without beats. */
export interface Packet {
  type: "packet"
  seq: number
  view: View
  moves: string[]
  to_move: number[]
  beats: Beat[]
  told: Told[]
  result: Result | null
}

/** A move the rules do not allow; nothing has changed. */
export interface Refusal {
  type: "refusal"
  clause: string
  why: string
  move: string
}

/** A message that could not be taken; nothing has changed. */
export interface Trouble {
  type: "error"
  code: string
  why: string
}

/** What a host asks for. */
export interface NewTable {
  game: string
  seats: number
  options?: Record<string, unknown>
  preset?: string | null
  public?: boolean
  watchers?: boolean
}

/** A table was opened: its card, and the key that lets its host start it. */
export interface Hosting {
  card: TableCard
  host: string
}

/** Somebody sits down: a name, and perhaps the promise of a nonce of one's own. */
export interface Sit {
  name: string
  seat?: number | null
  commitment?: string | null
}

/** The seat somebody got and the key to it. */
export interface Seated {
  seat: number
  key: string
}

/** The host starts the game; bots take the chairs nobody has. */
export interface Begin {
  host: string
  bot?: string | null
}

/** A seat opens the nonce it promised. */
export interface OpenNonce {
  key: string
  nonce: string
}

/** Somebody leaves a seat before the game begins. */
export interface Stand {
  key: string
}

/** The server is up. */
export interface Health {
  status: string
}

/** What may follow the question mark of a stream's address. */
export interface StreamQuery {
  lang?: string
}

/** A move, in answer to the packet with this number; the seat is the one whose key is in the header. */
export interface PostedMove {
  seq: number
  move: string
}

/** The move was made and is durable. */
export interface Taken {
  seq: number
}

/** The move answered a packet that is not the newest; nothing has changed. */
export interface Stale {
  type: "error"
  code: string
  why: string
  packet: Packet
}

/** Who sat in a seat: a name, and the bot's name where it was one. */
export interface RecordSitter {
  name: string
  bot?: string | null
}

/** What was promised of chance beforehand and opened since; see `fair`. */
export interface Fairness {
  anchor: string
  commitments: string[]
  nonces: string[]
  opened?: string[]
}

/** A record as it is downloaded: the game as it was played, and the seal that shows any change. */
export interface RecordFile {
  game: string
  edition: number
  seats: RecordSitter[]
  options?: Record<string, unknown>
  position?: string | null
  fair?: Fairness | null
  events?: string[]
  finished?: boolean
  hoodwink: number
  seal: string
}

/** DU-11: at least `count` dice on the whole table show `face`, jokers included. */
export interface DudoBid {
  type: "bid"
  count: number
  face: number
}

/** DU-25: at least `count` jokers on the whole table; a bid on a starred cell. */
export interface DudoJokers {
  type: "jokers"
  count: number
}

/** DU-15: «Dudo!» All cups are lifted. */
export interface DudoDoubt {
  type: "doubt"
}

/** The table options of Dudo; each is named in the ruling that grants it. */
export interface DudoOptions {
  dice?: number
  first_player?: "A" | "B" | "C" | "D" | "E" | "F" | "random"
  one_die_losses?: boolean
  survivor_bonus_die?: boolean
  bonus_cap?: number | null
  raise_face_same_quantity?: boolean
  max_bid?: "board" | "dice_in_play"
  board_length?: number | null
  bid_history?: "last" | "round"
}

/** A bid and whose it is. */
export interface DudoSpoken {
  seat: number
  claim: DudoBid | DudoJokers
}

/** What one viewer may know of a Dudo position. */
export interface DudoView {
  game: "dudo"
  viewer: number | null
  seats: number
  options: DudoOptions
  round: number
  to_move: number[]
  moves: (DudoBid | DudoJokers | DudoDoubt)[]
  result: Result | null
  left: number[]
  middle: number
  dice: number[] | null
  rolling: number | null
  opener: number | null
  bids: DudoSpoken[]
}

/** Who opens the game. */
export interface DudoOpenerDrawn {
  type: "opener"
  clauses: string[]
  seat: number
}

/** A seat rolled; only its owner sees the dice. */
export interface DudoRolled {
  type: "rolled"
  clauses: string[]
  seat: number
  count: number
  dice: number[] | null
}

/** A seat opened or raised. */
export interface DudoBade {
  type: "bade"
  clauses: string[]
  seat: number
  claim: DudoBid | DudoJokers
}

/** «Dudo!»: all cups were lifted. */
export interface DudoDoubted {
  type: "doubted"
  clauses: string[]
  seat: number
  bidder: number
  claim: DudoBid | DudoJokers
}

/** Everybody's dice, and how many of them agree with the bid. */
export interface DudoRevealed {
  type: "revealed"
  clauses: string[]
  cups: number[][]
  claim: DudoBid | DudoJokers
  found: number
}

/** Somebody paid in dice. */
export interface DudoLost {
  type: "lost"
  clauses: string[]
  seat: number
  dice: number
  left: number
}

/** A seat has no dice left. */
export interface DudoOut {
  type: "out"
  clauses: string[]
  seat: number
}

/** A seat received a bonus die. */
export interface DudoGained {
  type: "gained"
  clauses: string[]
  seat: number
  left: number
}

/** A new round begins. */
export interface DudoRoundOpened {
  type: "round"
  clauses: string[]
  round: number
  opener: number
}

/** One seat alone has dice. */
export interface DudoWon {
  type: "won"
  clauses: string[]
  seat: number
}

export type FromClient = Join | Play | Look

export type FromServer = Room | Packet | Refusal | Trouble

export type DudoMove = DudoBid | DudoJokers | DudoDoubt

export type DudoBeat = DudoOpenerDrawn | DudoRolled | DudoBade | DudoDoubted | DudoRevealed | DudoLost | DudoOut | DudoGained | DudoRoundOpened | DudoWon

export type View = DudoView

export type Beat = DudoBeat

export type Options = DudoOptions
