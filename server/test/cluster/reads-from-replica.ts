/**
 * A proxy between nodes and their database that behaves like a pooler that spreads reads: read-only transactions go to a replica,
 * all others to the primary. It parses only enough of PostgreSQL's protocol to see where transactions begin and end
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

const reads = /^\s*(begin isolation level repeatable read read only|select epoch)/;

export class ReadsFromReplica {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Number of transactions sent to the replica. */
  reads = 0;

  private constructor(primary: number, replica: number) {
    this.#server = createServer((client) => this.#join(client, primary, replica));
  }

  /** @param primary and `replica`: local ports that require no password */
  static async open(primary: number, replica: number): Promise<ReadsFromReplica> {
    const between = new ReadsFromReplica(primary, replica);
    between.#server.listen(0, "127.0.0.1");
    await once(between.#server, "listening");
    return between;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(client: Socket, ...ports: readonly [primary: number, replica: number]): void {
    const backends = ports.map((port) => connect({ port, host: "127.0.0.1", noDelay: true }));
    client.setNoDelay(true);
    const [primary, replica] = backends as [Socket, Socket];
    const all = [client, ...backends];
    for (const socket of all) {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.#sockets.delete(socket);
        for (const other of all) other.destroy();
      });
    }
    let target = primary;
    let isIdle = false;
    // Both get the client's first message; only the primary answers it.
    let isReplicaReady = false;
    let isStarted = false;
    const early: Buffer[] = [];
    onMessages(client, true, (message) => {
      if (!isStarted) {
        isStarted = true;
        for (const backend of backends) backend.write(message);
        return;
      }
      if (isIdle) {
        isIdle = false;
        const isRead = message[0] === 0x51 && reads.test(message.toString("utf8", 5));
        target = isRead ? replica : primary;
        if (isRead) this.reads++;
      }
      if (target === replica && !isReplicaReady) early.push(message);
      else target.write(message);
    });
    for (const backend of backends) {
      onMessages(backend, false, (message) => {
        const isReady = message[0] === 0x5a;
        if (backend === replica && !isReplicaReady) {
          isReplicaReady = isReady;
          if (isReady) for (const one of early.splice(0)) replica.write(one);
          return;
        }
        // "I": idle, no open transaction.
        if (isReady && message[5] === 0x49) isIdle = true;
        client.write(message);
      });
    }
  }
}

/** @param hasStart whether the first message has no type, as from a client */
function onMessages(socket: Socket, hasStart: boolean, take: (message: Buffer) => void): void {
  let waiting: Buffer = Buffer.alloc(0);
  let isFirst = hasStart;
  socket.on("data", (piece: Buffer) => {
    waiting = Buffer.concat([waiting, piece]);
    for (;;) {
      const start = isFirst ? 0 : 1;
      if (waiting.length < start + 4) return;
      const length = start + waiting.readUInt32BE(start);
      if (waiting.length < length) return;
      take(waiting.subarray(0, length));
      waiting = waiting.subarray(length);
      isFirst = false;
    }
  });
}
