/** A pooler in transaction mode, for the listener: passes everything between clients and a PostgreSQL except notifications. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** NotificationResponse of the protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const notification = "A".charCodeAt(0);

export class DeafProxy implements AsyncDisposable {
  isDeaf = true;
  kept = 0;
  readonly #server = createServer((client) => this.#join(client));
  readonly #sockets = new Set<Socket>();
  readonly #port: number;

  static async open(port: number): Promise<DeafProxy> {
    const proxy = new DeafProxy(port);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  private constructor(port: number) {
    this.#port = port;
  }

  urlOf(database: string): string {
    const url = new URL(database);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: Socket): void {
    const server = connect(this.#port, "127.0.0.1");
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
    client.pipe(server);
    let rest = Buffer.alloc(0);
    server.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const size = rest.readUInt32BE(1) + 1;
        if (rest[0] === notification && this.isDeaf) this.kept++;
        else client.write(rest.subarray(0, size));
        rest = rest.subarray(size);
      }
    });
  }
}
