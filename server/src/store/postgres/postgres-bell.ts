/**
 * Tells that another node may have committed: LISTEN on a connection of its own, which is the one thing here that needs a session.
 * While it is away it comes back by itself, and rings once when it has: what it missed, nobody repeats.
 */
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseAddress } from "./postgres-address.ts";
import { newClient, patience } from "./postgres-connection.ts";

export const channel = "drawbridge";

/** Milliseconds before the first attempt to come back, at most; each failed one doubles it, as far as the last. */
const firstPause = 100;
const longestPause = 1_500;
/** Milliseconds after which a connection that says nothing is asked whether it is still there. */
const silence = 20_000;

export class PostgresBell {
  readonly #address: DatabaseAddress;
  readonly #sockets: Set<Socket>;
  readonly #node: string;
  readonly #rings = new Set<() => void>();
  #listening: AbortController | null = null;
  #client: pg.Client | null = null;
  #isHeard = false;

  /** @param node what this node's own notifications carry: they are no news here */
  constructor(address: DatabaseAddress, sockets: Set<Socket>, node: string) {
    this.#address = address;
    this.#sockets = sockets;
    this.#node = node;
  }

  /** Whether notifications come. */
  get isListening(): boolean {
    return this.#isHeard;
  }

  watch(ring: () => void): () => void {
    // An object of its own, so that the same function may watch twice.
    const own = () => ring();
    this.#rings.add(own);
    if (this.#listening === null) {
      this.#listening = new AbortController();
      void this.#listen(this.#listening.signal);
    }
    return () => {
      this.#rings.delete(own);
      if (this.#rings.size === 0) this.close();
    };
  }

  ring(): void {
    for (const ring of this.#rings) ring();
  }

  close(): void {
    this.#rings.clear();
    this.#listening?.abort();
    this.#listening = null;
    this.#client?.end().catch(() => undefined);
  }

  async #listen(stop: AbortSignal): Promise<void> {
    for (let failures = 0; !stop.aborted; failures++) {
      try {
        if (await this.#once(stop)) failures = 0;
        const longest = Math.min(longestPause, firstPause * 2 ** failures);
        // From nothing to the whole of it: many nodes that lost it at once do not come back at once.
        await delay(Math.random() * longest, undefined, { signal: stop });
      } catch {
        // Only the pause throws: it was stopped.
      }
    }
  }

  /** Until the connection is lost. Whether there was one. */
  async #once(stop: AbortSignal): Promise<boolean> {
    const client = newClient(this.#address, this.#sockets);
    this.#client = client;
    const lost = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.once("error", resolve);
    });
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      client.on("notification", ({ payload }) => payload !== this.#node && this.ring());
      await client.query(`listen ${channel}`);
      if (stop.aborted) return true;
      heartbeat = setInterval(() => void endIfGone(client), silence);
      this.#isHeard = true;
      this.ring();
      await lost;
      return true;
    } catch {
      return false;
    } finally {
      clearInterval(heartbeat);
      this.#isHeard = false;
      client.end().catch(() => undefined);
    }
  }
}

async function endIfGone(client: pg.Client): Promise<void> {
  const query = { text: "select 1", query_timeout: patience };
  await client.query(query).catch(() => client.end().catch(() => undefined));
}
