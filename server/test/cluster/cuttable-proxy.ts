/** A connection that can be cut, frozen (it passes nothing on and tells neither side), or long: bytes arrive later, in their order. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class CuttableProxy {
  readonly #server: Server;
  /** Each with the socket at its other end. */
  readonly #sockets = new Map<Socket, Socket>();
  readonly #delay: number;
  #target: number;
  #isCut = false;
  #isFrozen = false;

  private constructor(target: number, delay: number) {
    this.#target = target;
    this.#delay = delay;
    this.#server = createServer((from) => {
      if (this.#isCut) return void from.resetAndDestroy();
      if (this.#isFrozen) return this.#join(from, from);
      const to = connect({ port: this.#target, host: "127.0.0.1", noDelay: true });
      from.setNoDelay(true);
      this.#join(from, to);
      this.#join(to, from);
    });
  }

  /** @param target a port of this machine; @param delay milliseconds that bytes take, each way: such a one cannot be frozen */
  static async open(target: number, delay = 0): Promise<CuttableProxy> {
    const gate = new CuttableProxy(target, delay);
    gate.#server.listen(0, "127.0.0.1");
    await once(gate.#server, "listening");
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets.keys()) socket.resetAndDestroy();
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets.keys()) socket.unpipe();
  }

  /** Delivers late what was sent while it was frozen. Connections that were opened meanwhile fail. */
  mend(): void {
    this.#isCut = false;
    // A second pipe would deliver every byte twice.
    if (!this.#isFrozen) return;
    this.#isFrozen = false;
    for (const [from, to] of this.#sockets) {
      if (from === to || to.destroyed) from.resetAndDestroy();
      else from.pipe(to);
    }
  }

  /** Leads to another port, as a name does after its record was changed. */
  lead(target: number): void {
    this.#target = target;
    for (const socket of this.#sockets.keys()) socket.resetAndDestroy();
  }

  close(): void {
    this.#isFrozen = false;
    this.cut();
    this.#server.close();
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.set(from, to);
    from.on("error", () => {});
    from.on("close", () => {
      this.#sockets.delete(from);
      if (!this.#isFrozen) to.destroy();
    });
    if (this.#isFrozen) return;
    if (this.#delay === 0) return void from.pipe(to);
    from.on("data", (bytes) => void setTimeout(() => to.write(bytes), this.#delay));
    from.on("end", () => void setTimeout(() => to.end(), this.#delay));
  }
}
