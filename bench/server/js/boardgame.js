// boardgame.io with its in-memory store, as its documentation has it: node boardgame.js PORT
import { createRequire } from "node:module";
import { bid, doubt, start, view } from "./dudo.js";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const checked = (legal) => (legal ? undefined : INVALID_MOVE);

const dudo = {
  name: "dudo",
  setup: ({ random }) => start(() => random.Die(6)),
  moves: {
    bid: { move: ({ G, playerID }, count, face) => checked(bid(G, Number(playerID), count, face)), client: false },
    doubt: { move: ({ G, playerID, random }) => checked(doubt(G, Number(playerID), () => random.Die(6))), client: false },
  },
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
  playerView: ({ G, playerID }) => view(G, playerID === null ? -1 : Number(playerID)),
};

Server({ games: [dudo], origins: [] }).run(Number(process.argv[2]));
