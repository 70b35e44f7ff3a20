/**
 * Log lines for requests that the listener refuses itself: malformed, too large or too late. Any client can send those, so the
 * number of lines per second is limited, and the next line counts the omitted ones.
 */

import type { IncomingMessage } from "node:http";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import type { LoggedAddress } from "../../base/http/client-address.ts";
import type { Log } from "../../base/log.ts";
import type { HttpConnection } from "./refusal.ts";

/** Maximum lines per second for each listener. */
const maxLines = 10;

export class RefusalLog {
  readonly #log: Log;
  readonly #loggedAddress: LoggedAddress;
  #second = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #unlogged = 0;

  constructor(log: Log, loggedAddress: LoggedAddress) {
    this.#log = log;
    this.#loggedAddress = loggedAddress;
  }

  /**
   * Connections that never sent a byte are not logged: browsers and load balancers open them in advance.
   * @param req null: its headers were never read, so the client's address behind a proxy is unknown
   * @param now monotonic milliseconds
   */
  refused(code: ProblemCode, socket: HttpConnection, req: IncomingMessage | null, now = performance.now()): void {
    if (!this.#log.info || socket.bytesRead === 0 || !socket.writable) return;
    if (now - this.#second >= 1000) {
      this.#second = now;
      this.#lines = 0;
    }
    if (this.#lines >= maxLines) {
      this.#unlogged++;
      return;
    }
    this.#lines++;
    const forwarded = req?.headers["x-forwarded-for"];
    const address = this.#loggedAddress(socket.remoteAddress ?? "", typeof forwarded === "string" ? forwarded : null);
    const unlogged = this.#unlogged > 0 ? { unlogged: this.#unlogged } : {};
    this.#unlogged = 0;
    this.#log.info({ code, ...address, ...unlogged }, "a request was refused");
  }
}
