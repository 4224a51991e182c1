// Colyseus in memory, a room a table, every seat sent its own view as a message: node colyseus.js PORT
import { createServer } from "node:http";
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { bid, doubt, SEATS, start, view } from "./dudo.js";

const die = () => 1 + Math.floor(6 * Math.random());

class Dudo extends Room {
  maxClients = SEATS;
  autoDispose = true;
  patchRate = null; // no schema state: the views are messages

  onCreate() {
    this.table = start(die);
    this.onMessage("move", (client, [count, face]) => {
      const seat = client.userData.seat;
      const legal = count === 0 ? doubt(this.table, seat, die) : bid(this.table, seat, count, face);
      if (legal) this.tell();
      else client.send("refused", {});
    });
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
    if (this.clients.length === SEATS) this.tell();
  }

  tell() {
    for (const client of this.clients) client.send("view", view(this.table, client.userData.seat));
  }
}

const server = new Server({
  greet: false,
  transport: new WebSocketTransport({ server: createServer(), pingInterval: 0 }),
});
server.define("dudo", Dudo);
await server.listen(Number(process.argv[2]), "127.0.0.1");
