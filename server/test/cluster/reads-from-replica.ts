/**
 * Between nodes and their database, as a pooler that spreads reads: transactions that only read go to a replica, everything else to the
 * primary. It speaks as much of PostgreSQL's protocol as it takes to see where a transaction begins and ends
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

const reads = /^\s*(begin isolation level repeatable read read only|select epoch)/;

export class ReadsFromReplica {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Transactions that went to the replica. */
  reads = 0;

  private constructor(primary: number, replica: number) {
    this.#server = createServer((client) => this.#join(client, primary, replica));
  }

  /** @param primary and `replica`: ports of this machine, where nobody is asked for a password */
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
    // Both begin with the client's first message; the primary alone answers it.
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
        // "I": no transaction is open.
        if (isReady && message[5] === 0x49) isIdle = true;
        client.write(message);
      });
    }
  }
}

/** @param hasStart whether the first message has no type, as a client's */
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
