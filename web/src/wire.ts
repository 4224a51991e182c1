// Written by `python -m hoodwink.wire.typescript` from the structs of the server; not to be edited.

/** One line of a table's log. */
export interface LogLine {
  text: string
  clauses: string[]
  kept: boolean
  seq: number
  number: number | null
  kind: string
}

/** Somebody at the table said something. */
export interface Said {
  type: "said"
  seat: number
  text: string
}

/** All that a table's log keeps for a viewer, and the latest of what was said. */
export interface TableLog {
  seq: number
  lines: LogLine[]
  spoken: Said[]
}

/** One thing that happened, in the receiver's language. */
export interface Told {
  text: string
  clauses: string[]
  kept: boolean
}

/** A table as its viewer saw it with an earlier packet. */
export interface Glimpse {
  seq: number
  view: View
  told: Told[]
}

/** A clause of a rulebook; its text is the catalogue's entry of the game's key and this id. */
export interface RuleClause {
  id: string
  rules_on: string[]
}

/** A chapter of a rulebook; its title is an entry of the catalogue. */
export interface Chapter {
  title: string
  clauses: RuleClause[]
}

/** The order of a game's rulebook. */
export interface Rulebook {
  game: string
  edition: number
  chapters: Chapter[]
}

/** How long a decision may take: so many seconds, and a bank for the whole game that is used after that. */
export interface Clock {
  seconds: number
  bank?: number
}

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

/** Something for everybody at the table to read. */
export interface Say {
  type: "say"
  text: string
}

/** A gesture, gone as soon as it was seen. */
export interface Emote {
  type: "emote"
  emote: "clap" | "laugh" | "shock" | "sorry" | "think" | "wave"
}

/** Do not, or do again, pass a seat's words and gestures on to this connection. */
export interface Mute {
  type: "mute"
  seat: number
  muted?: boolean
}

/** Leave an answer with the table, in the game's notation, for when one would be asked out of turn; or take it back. */
export interface Standing {
  type: "standing"
  answer: string | null
}

/** Where a turn is several small moves: which of them lead to this table and hand? Nothing is played. */
export interface Plan {
  type: "plan"
  seq: number
  wish: Record<string, unknown>
}

/** I am here again: the bot need not mind my seat any more. */
export interface TakeBack {
  type: "take-back"
}

/** Ask for a pause, or agree to one that somebody asked for. */
export interface Pause {
  type: "pause"
}

/** Decline a pause that somebody asked for. */
export interface NoPause {
  type: "no-pause"
}

/** Let play go on. */
export interface Resume {
  type: "resume"
}

/** What would a good friend play? For whoever has to decide, where the table allows it; nobody else hears of it. */
export interface AskHint {
  type: "hint"
}

/** Who sits in a seat. */
export interface Sitter {
  name: string
  bot: string | null
  here: boolean
  minded: string | null
}

/** What everybody may know of a table before looking at it. */
export interface TableCard {
  table: string
  game: string
  edition: number
  options: Record<string, unknown>
  seats: (Sitter | null)[]
  status: string
  clock: Clock | null
  pausing: number[]
  public: boolean
  watchers: boolean
  chat: boolean
  hints: boolean
  anchor: string
  previous: string | null
  next: string | null
  series: number[]
}

/** Who sits where has changed. */
export interface Room {
  type: "room"
  card: TableCard
  seat: number | null
  standing: string | null
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
  deadlines: Record<number, number>
}

/** Somebody at the table made a gesture. */
export interface Gestured {
  type: "gestured"
  seat: number
  emote: string
}

/** A move the rules do not allow; nothing has changed. */
export interface Refusal {
  type: "refusal"
  clause: string
  why: string
}

/** What a plan came to: the moves in order, or why it cannot be; and what is wrong with each part as it stands. */
export interface Planned {
  type: "planned"
  seq: number
  moves: string[]
  refusal: Refusal | null
  faults: (Refusal | null)[]
}

/** A message that could not be taken; nothing has changed. */
export interface Trouble {
  type: "error"
  code: string
  why: string
}

/** A move worth considering, in notation and in words, and why. */
export interface Whisper {
  move: string
  words: string
  why: string
}

/** Up to three moves, the best first, and the odds as they stand; for the connection that asked alone. */
export interface Advice {
  type: "advice"
  seq: number
  hints: Whisper[]
  odds: string[]
}

/** What a host asks for. */
export interface NewTable {
  game: string
  seats: number
  options?: Record<string, unknown>
  preset?: string | null
  public?: boolean
  watchers?: boolean
  chat?: boolean
  hints?: boolean
  clock?: Clock | null
  grace?: number | null
  minder?: string | null
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
  webhook?: string | null
}

/** What a webhook is sent: only that somebody is awaited, and where. */
export interface Knock {
  table: string
  seat: number
  seq: number
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

/** The host puts a bot on a chair, the first free one when none is named. */
export interface SitBot {
  host: string
  bot?: string | null
  seat?: number | null
}

/** The host frees a chair, or hands the table over to who sits there. */
export interface OfSeat {
  host: string
  seat: number
}

/** Play on from one of one's own decisions in a finished game. */
export interface Fork {
  key: string
  at: number
  redealt?: boolean
}

/** A seat opens the nonce it promised. */
export interface OpenNonce {
  key: string
  nonce: string
}

/** Somebody who has a seat leaves it before the game begins, or asks for a rematch after it. */
export interface WithKey {
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

/** Something for everybody at the table to read. */
export interface PostedWords {
  text: string
}

/** A gesture, gone as soon as it was seen. */
export interface PostedGesture {
  emote: "clap" | "laugh" | "shock" | "sorry" | "think" | "wave"
}

/** An answer to leave with the table, in the game's notation, for when one would be asked out of turn; null takes it back. It is applied at once whenever it applies, and shown to nobody. */
export interface PostedAnswer {
  answer: string | null
}

/** The move was made and is durable. */
export interface Taken {
  seq: number
}

/** Whether a seat has something to decide, for whoever sits at several tables. */
export interface Awaited {
  awaited: boolean
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

/** Whose eyes see a replay. */
export interface ReplayQuery {
  eyes?: string
}

/** Whose eyes see a stretch of a replay, and which. */
export interface ScenesQuery {
  eyes?: string
  first?: number
  count?: number
}

/** A finished game just after an event, seen by somebody's eyes. */
export interface Scene {
  number: number
  count: number
  eyes: string
  by: number | null
  view: View
  beats: Beat[]
  told: Told[]
  position: string
}

/** A table as whoever runs the server sees it: without names or keys. */
export interface AdminTable {
  table: string
  game: string
  status: string
  events: number
}

/** An address that may not connect or ask any more, or may again. */
export interface Ban {
  address: string
  banned?: boolean
}

/** The language of the sentences; without it that of `Accept-Language`. */
export interface ShelfQuery {
  lang?: string | null
}

/** A table option: what it does and what it takes. */
export interface OptionCard {
  name: string
  text: string
  clause: string
  kind: "bool" | "choice" | "int"
  default: boolean | number | string | null
  low: number | null
  high: number | null
  choices: string[]
  optional: boolean
}

/** A named set of options; the first of a game is what it plays out of the box. */
export interface PresetCard {
  name: string
  text: string
  options: Record<string, unknown>
}

/** A bot that can take a chair. */
export interface BotCard {
  name: string
  title: string
  text: string
  level: number | null
}

/** A game on the shelf. */
export interface GameCard {
  key: string
  title: string
  tagline: string
  edition: number
  seats: number[]
  presets: PresetCard[]
  options: OptionCard[]
  bots: BotCard[]
  hints: boolean
}

/** One event of a record, with all that was true around it. */
export interface Moment {
  number: number
  count: number
  event: string
  before: string
  after: string
  clauses: string[]
  scenario: string
}

/** DB-PLACE-1: a hand card onto a column; DB-DUD-2: of a Dudab, perhaps with a request. */
export interface DudabPlace {
  type: "place"
  card: number
  column: number
  request: number
}

/** DB-DRAW-1: one card from the draw pile instead of placing. */
export interface DudabDraw {
  type: "draw"
}

/** DB-SHA-7: turn up a Number and draw as many cards. */
export interface DudabPenalty {
  type: "penalty"
}

/** A hand card into the own pile. */
export interface DudabTuck {
  type: "tuck"
  card: number
}

/** DB-PICK-5: a hand card onto the common discard. */
export interface DudabToss {
  type: "toss"
  card: number
}

/** JU-2, BA-2: a Jungle or Baby that was drawn goes onto a column. */
export interface DudabLay {
  type: "lay"
  card: number
  column: number
}

/** The table options of Dudab Buba; each is named in the ruling that grants it. */
export interface DudabOptions {
  jungle?: boolean
  baby?: boolean
  columns_for_4?: number
  first_player?: "A" | "B" | "C" | "D" | "E" | "F" | "random"
  rounds?: number | null
  free_dudab_accepts_shaman?: boolean
  request_mandatory?: boolean
  reaction_any_column?: boolean
  dudab_any_column_under_obligation?: boolean
  modules_trigger_on_flip?: boolean
  end_trim?: boolean
  hidden_own_piles?: boolean
  dudab_pairing?: "highest_first" | "optimal"
  surplus_jungle_shamans?: "all" | "one_each"
  jungle_redraw_2015?: boolean
  jungle_replacement_draw?: boolean
  protect_request_column?: boolean
  jungle_pickup_sheds?: boolean
}

/** A column: the stack under a Baby, the cards above, and those below a Jungle where one lies. */
export interface DudabColumnSeen {
  hidden: number[]
  above: number[]
  below: number[] | null
}

/** What the seat on turn is obliged to: to meet a request (whose it is), or to react to a Shaman. */
export interface DudabDuty {
  column: number
  request: number
  by: number | null
}

/** What one viewer may know of a Dudab Buba position. */
export interface DudabView {
  game: "dudab"
  viewer: number | null
  seats: number
  options: DudabOptions
  round: number
  to_move: number[]
  moves: (DudabPlace | DudabDraw | DudabPenalty | DudabTuck | DudabToss | DudabLay)[]
  result: Result | null
  phase: "attack" | "draw" | "free" | "over" | "place-baby" | "place-jungle" | "request" | "shed-one" | "shed-to-2" | "trim"
  opener: number | null
  turn: number | null
  hand: number[] | null
  hand_sizes: number[]
  shown: number[][]
  piles: number[][]
  tucked: number[] | null
  tucked_sizes: number[]
  columns: DudabColumnSeen[]
  discard: number[]
  draw_pile: number
  duty: DudabDuty | null
  todo: [number, number, number][]
  ledger: number[][]
}

/** Who opens the game. */
export interface DudabOpenerDrawn {
  type: "opener"
  clauses: string[]
  seat: number
}

/** A further round begins. */
export interface DudabRoundOpened {
  type: "round"
  clauses: string[]
  round: number
  opener: number
}

/** A card of the deal; only its owner sees it. */
export interface DudabDealt {
  type: "dealt"
  clauses: string[]
  seat: number
  card: number | null
}

/** The first card of a column. */
export interface DudabTurnedUp {
  type: "turned-up"
  clauses: string[]
  column: number
  card: number
}

/** A card was placed, a Dudab perhaps with a request. */
export interface DudabPlaced {
  type: "placed"
  clauses: string[]
  seat: number
  card: number
  column: number
  request: number
}

/** A whole column went into an own pile. */
export interface DudabPickedUp {
  type: "picked-up"
  clauses: string[]
  seat: number
  column: number
  cards: number[]
}

/** Somebody must react to a Shaman. */
export interface DudabAttacked {
  type: "attacked"
  clauses: string[]
  seat: number
  column: number
}

/** A request is gone: its Dudab was covered. */
export interface DudabLapsed {
  type: "lapsed"
  clauses: string[]
  request: number
  column: number
}

/** A hand was shown to all, as proof that nothing in it can be played. */
export interface DudabHandShown {
  type: "shown"
  clauses: string[]
  seat: number
  cards: number[]
}

/** A card from the draw pile; only its drawer sees it, unless it is a Jungle or Baby, which all see. */
export interface DudabDrew {
  type: "drew"
  clauses: string[]
  seat: number
  card: number | null
}

/** A hand card into the own pile; None where own piles are hidden. */
export interface DudabTucked {
  type: "tucked"
  clauses: string[]
  seat: number
  card: number | null
}

/** A hand card onto the common discard. */
export interface DudabTossed {
  type: "tossed"
  clauses: string[]
  seat: number
  card: number
}

/** An attacked player takes the penalty. */
export interface DudabYielded {
  type: "yielded"
  clauses: string[]
  seat: number
}

/** A card turned up for a penalty. */
export interface DudabFlipped {
  type: "flipped"
  clauses: string[]
  seat: number
  card: number
}

/** A Jungle or Baby that cannot be laid went onto the discard. */
export interface DudabDiscarded {
  type: "discarded"
  clauses: string[]
  card: number
}

/** A Jungle lies across a column, with so many cards above it. */
export interface DudabJungleLaid {
  type: "jungle"
  clauses: string[]
  seat: number
  column: number
  above: number
}

/** A column was pushed together under a Baby, so many cards in all. */
export interface DudabBabyLaid {
  type: "baby"
  clauses: string[]
  seat: number
  column: number
  hidden: number
}

/** A card from the draw pile covers a Baby; a Number makes everybody draw. */
export interface DudabCovered {
  type: "covered"
  clauses: string[]
  seat: number
  column: number
  card: number
}

/** The last card is drawn. */
export interface DudabRoundEnded {
  type: "ended"
  clauses: string[]
  round: number
}

/** A Jungle and what hangs on it: all unmatched Numbers of one value, or Shamans (DB-SCORE-8, DB-SCORE-12). */
export interface DudabGroup {
  cards: number[]
}

/** How one player's round was reckoned. */
export interface DudabSheet {
  hand_dudabs: number
  couples: number[]
  negated: number[]
  idle_dudabs: number
  groups: DudabGroup[]
  idle_jungles: number
  babies: number
  shamans: number[]
  numbers: number[]
  total: number
}

/** One player's scoring sheet, with the hand that was revealed. */
export interface DudabScored {
  type: "scored"
  clauses: string[]
  seat: number
  hand: number[]
  sheet: DudabSheet
}

/** The game is over; the fewest points win, ties are shared. */
export interface DudabWon {
  type: "won"
  clauses: string[]
  winners: number[]
  scores: number[]
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

/** RB-15: draw one from the bag; over an offer, that refuses it (Q-RB-39). */
export interface RumbugzFromBag {
  type: "bag"
}

/** RB-15: take the last discard. */
export interface RumbugzFromPile {
  type: "take"
}

/** RB-22: let the offering seat have the discard and one from the bag. */
export interface RumbugzGrant {
  type: "grant"
}

/** Q-RB-34: nothing can be drawn anywhere. */
export interface RumbugzSkip {
  type: "skip"
}

/** RB-21: ask for the last discard out of turn. */
export interface RumbugzOffer {
  type: "offer"
}

/** RB-21: do without the last discard. */
export interface RumbugzPass {
  type: "pass"
}

/** A row of tiles: its declared type and its slots. */
export interface RumbugzRow {
  kind: "double" | "match" | "single" | "triple"
  slots: number[]
}

/** RB-12: lay a new row before oneself. */
export interface RumbugzLay {
  type: "lay"
  row: RumbugzRow
}

/** Name a row's type and span before its tiles: how rows are laid from a hand that could lay very many. */
export interface RumbugzBegin {
  type: "begin"
  kind: "double" | "match" | "single" | "triple"
  low: number
  length: number
  slots: number[]
}

/** RB-24: one tile into a row where it stands for `at`, one out of it that stood for `out`. */
export interface RumbugzExchange {
  type: "exchange"
  row: number
  put: number
  at: number
  take: number
  out: number
}

/** RB-28: one tile more for a row, standing for `at`. */
export interface RumbugzAdd {
  type: "add"
  row: number
  put: number
  at: number
}

/** Q-RB-21, where agreed: one tile out of a row of more than four. */
export interface RumbugzRemove {
  type: "remove"
  row: number
  take: number
  out: number
}

/** RB-12, RB-14: end the turn by throwing one tile onto the pile. */
export interface RumbugzDiscard {
  type: "discard"
  tile: number
}

/** Q-RB-27: end the turn without a discard, where the last Bug may not be thrown. */
export interface RumbugzStop {
  type: "stop"
}

/** The table options of RumBugz; each is named in the ruling that grants it. */
export interface RumbugzOptions {
  sets?: number | null
  wilds?: number | null
  rounds?: number
  next_starter?: "draw" | "rotate" | "winner"
  replacement?: "four" | "refill_to_6"
  one_sequence_per_turn?: boolean
  duplicate_types_before_four?: boolean
  min_naturals?: number
  early_add?: boolean
  free_removal?: boolean
  discard_out?: boolean
  plyt_hand_value?: number
  empty_bag?: "draw_round" | "recycle"
  allow_rediscard?: boolean
  stall_limit?: number
  offer_must_be_granted?: boolean
}

/** A row on the table, whose it is, and where in it the tiles lie that were placed this turn. */
export interface RumbugzPlaced {
  owner: number
  row: RumbugzRow
  fresh: number[]
}

/** All that one viewer may know of a RumBugz position. */
export interface RumbugzView {
  game: "rumbugz"
  viewer: number | null
  seats: number
  options: RumbugzOptions
  round: number
  to_move: number[]
  moves: (RumbugzFromBag | RumbugzFromPile | RumbugzGrant | RumbugzSkip | RumbugzOffer | RumbugzPass | RumbugzLay | RumbugzBegin | RumbugzExchange | RumbugzAdd | RumbugzRemove | RumbugzDiscard | RumbugzStop)[]
  result: Result | null
  phase: "deal" | "draw" | "drawing" | "granted" | "over" | "poll" | "replace" | "starter" | "table"
  turn: number | null
  starter: number | null
  scores: number[]
  hand: number[] | null
  held: number[]
  rows: RumbugzPlaced[]
  pile: number[]
  bag: number
  tiles: number[]
  drawer: number | null
  owed: number
  taken: number | null
  laid: number
  threw: boolean
  span: RumbugzBegin | null
  answer: boolean | null
  offers: number[]
  idle: number
  peak: number
}

/** Who starts the round. */
export interface RumbugzStarterDrawn {
  type: "starter"
  clauses: string[]
  seat: number
}

/** A seat chose to draw from the bag. */
export interface RumbugzReached {
  type: "reached"
  clauses: string[]
  seat: number
}

/** A tile came from the bag; only its owner sees it. */
export interface RumbugzDrew {
  type: "drew"
  clauses: string[]
  seat: number
  tile: number | null
}

/** The bag was empty, and the discards went back into it. */
export interface RumbugzRecycled {
  type: "recycled"
  clauses: string[]
  count: number
}

/** A seat took the last discard. */
export interface RumbugzTook {
  type: "took"
  clauses: string[]
  seat: number
  tile: number
}

/** There was nothing to draw anywhere. */
export interface RumbugzSkipped {
  type: "skipped"
  clauses: string[]
  seat: number
}

/** A seat said whether it wants the discard; it alone is told so until all have answered. */
export interface RumbugzAnswered {
  type: "answered"
  clauses: string[]
  seat: number
  offers: boolean
}

/** All have answered: these seats offer, nearest first. */
export interface RumbugzOffered {
  type: "offered"
  clauses: string[]
  seats: number[]
  tile: number
}

/** An offering seat received the discard. */
export interface RumbugzGranted {
  type: "granted"
  clauses: string[]
  seat: number
  to: number
  tile: number
}

/** The next player drew from the bag and left the offer unanswered. */
export interface RumbugzDeclined {
  type: "declined"
  clauses: string[]
  seat: number
}

/** A seat named the type and span of the row it is laying. */
export interface RumbugzBegan {
  type: "began"
  clauses: string[]
  seat: number
  span: RumbugzBegin
}

/** A seat laid a row. */
export interface RumbugzLaid {
  type: "laid"
  clauses: string[]
  seat: number
  number: number
  row: RumbugzRow
}

/** A seat exchanged a tile in a row, added one or took one. */
export interface RumbugzChanged {
  type: "changed"
  clauses: string[]
  seat: number
  number: number
  put: number | null
  take: number | null
  row: RumbugzRow
}

/** A seat discarded. */
export interface RumbugzThrew {
  type: "threw"
  clauses: string[]
  seat: number
  tile: number
}

/** A seat ended the turn without a discard. */
export interface RumbugzStopped {
  type: "stopped"
  clauses: string[]
  seat: number
}

/** A seat has all four rows and an empty hand; the others show theirs. */
export interface RumbugzRoundWon {
  type: "won"
  clauses: string[]
  seat: number
  hands: number[][]
  points: number
}

/** A round without a winner. */
export interface RumbugzRoundVoid {
  type: "void"
  clauses: string[]
  cause: "bag" | "stall"
  turns: number
}

/** A new round begins. */
export interface RumbugzRoundOpened {
  type: "round"
  clauses: string[]
  round: number
  scores: number[]
  starter: number | null
}

/** The last round is over. */
export interface RumbugzGameWon {
  type: "over"
  clauses: string[]
  winners: number[]
  scores: number[]
}

/** What should lie where at the end of a turn: the rows there are, in their order, then the new ones; and the hand. */
export interface RumbugzWish {
  rows: RumbugzRow[]
  hand: number[]
  discard: number | null
}

/** What a seat answers without being asked: offer for these tiles, and otherwise offer, pass, or ask after all. */
export interface RumbugzStanding {
  offer_for?: number[]
  otherwise?: "ask" | "offer" | "pass"
}

export type FromClient = Join | Play | Look | Say | Emote | Mute | Standing | Plan | AskHint | TakeBack | Pause | NoPause | Resume

export type FromServer = Room | Packet | Said | Gestured | Planned | Advice | Refusal | Trouble

export type DudabMove = DudabPlace | DudabDraw | DudabPenalty | DudabTuck | DudabToss | DudabLay

export type DudabBeat = DudabOpenerDrawn | DudabRoundOpened | DudabDealt | DudabTurnedUp | DudabPlaced | DudabPickedUp | DudabAttacked | DudabLapsed | DudabHandShown | DudabDrew | DudabTucked | DudabTossed | DudabYielded | DudabFlipped | DudabDiscarded | DudabJungleLaid | DudabBabyLaid | DudabCovered | DudabRoundEnded | DudabScored | DudabWon

export type DudoMove = DudoBid | DudoJokers | DudoDoubt

export type DudoBeat = DudoOpenerDrawn | DudoRolled | DudoBade | DudoDoubted | DudoRevealed | DudoLost | DudoOut | DudoGained | DudoRoundOpened | DudoWon

export type RumbugzMove = RumbugzFromBag | RumbugzFromPile | RumbugzGrant | RumbugzSkip | RumbugzOffer | RumbugzPass | RumbugzLay | RumbugzBegin | RumbugzExchange | RumbugzAdd | RumbugzRemove | RumbugzDiscard | RumbugzStop

export type RumbugzBeat = RumbugzStarterDrawn | RumbugzReached | RumbugzDrew | RumbugzRecycled | RumbugzTook | RumbugzSkipped | RumbugzAnswered | RumbugzOffered | RumbugzGranted | RumbugzDeclined | RumbugzBegan | RumbugzLaid | RumbugzChanged | RumbugzThrew | RumbugzStopped | RumbugzRoundWon | RumbugzRoundVoid | RumbugzRoundOpened | RumbugzGameWon

export type View = DudabView | DudoView | RumbugzView

export type Beat = DudabBeat | DudoBeat | RumbugzBeat

export type Options = DudabOptions | DudoOptions | RumbugzOptions
