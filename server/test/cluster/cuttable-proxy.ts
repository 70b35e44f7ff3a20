/**
 * A connection between two programs that can be cut, like a network: open connections end immediately, and no new ones get
 * through.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class CuttableProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(target: number) {
    this.#server = createServer((from) => {
      if (this.#isCut) return void from.resetAndDestroy();
      const to = connect({ port: target, host: "127.0.0.1", noDelay: true });
      from.setNoDelay(true);
      this.#join(from, to);
      this.#join(to, from);
    });
  }

  /** @param target a port of this machine */
  static async open(target: number): Promise<CuttableProxy> {
    const gate = new CuttableProxy(target);
    gate.#server.listen(0, "127.0.0.1");
    await once(gate.#server, "listening");
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on("error", () => {});
    from.on("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
