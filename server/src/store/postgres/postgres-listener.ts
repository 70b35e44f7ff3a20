/**
 * Notifies that another node may have committed: LISTEN on a connection of its own, the only feature that needs a session. It
 * reconnects by itself, and then rings, since missed notifications are lost. A pooler in transaction mode accepts LISTEN and
 * delivers nothing: a node counts as listening only when it hears itself.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { quick } from "./postgres-connection.ts";
import type { DatabaseHosts } from "./postgres-hosts.ts";

export const channel = "drawbridge";

/** Maximum milliseconds before the first reconnect; doubled after each failure, up to the last value. */
const firstPause = 100;
const longestPause = 1_500;
/** Milliseconds between two checks that the connection is alive and hears notifications. */
const silence = 20_000;
/** Maximum milliseconds for a notification to come back. */
const echoWithin = 4_000;

/** @throws unavailable */
export type Notify = (channel: string, payload: string) => Promise<unknown>;

export class PostgresListener {
  isListening = false;
  readonly #hosts: DatabaseHosts;
  readonly #node: string;
  /** Other nodes would take its notifications for commits. */
  readonly #ownChannel: string;
  readonly #notify: Notify;
  #echo: { readonly word: string; readonly heard: () => void } | null = null;
  readonly #rings = new Set<() => void>();
  #listening: AbortController | null = null;
  #client: pg.Client | null = null;

  /**
   * @param node hexadecimal; its own notifications are ignored
   * @param notify uses another connection: on its own, a pooler would deliver notifications that it otherwise withholds
   */
  constructor(hosts: DatabaseHosts, node: string, notify: Notify) {
    this.#hosts = hosts;
    this.#node = node;
    this.#ownChannel = `${channel}_${node}`;
    this.#notify = notify;
  }

  watch(ring: () => void): () => void {
    // One listener can watch twice.
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
        // A random pause keeps nodes that lost connections together from reconnecting together.
        await delay(Math.random() * longest, undefined, { signal: stop });
      } catch {
        // The listener was stopped.
      }
    }
  }

  /** Runs until the connection is lost. Returns whether there was one. */
  async #once(stop: AbortSignal): Promise<boolean> {
    let heartbeat: NodeJS.Timeout | undefined;
    const client = await this.#hosts.connect().catch(() => null);
    if (client === null) return false;
    this.#client = client;
    try {
      const lost = new Promise<void>((resolve) => {
        client.once("end", resolve);
        client.once("error", resolve);
      });
      client.on("notification", (notification) => this.#take(notification));
      await client.query(`listen ${channel}; listen ${this.#ownChannel}`);
      if (stop.aborted) return true;
      heartbeat = setInterval(() => void this.#check(client), silence);
      this.ring();
      void this.#checkHearing(client);
      await lost;
      return true;
    } catch {
      return false;
    } finally {
      clearInterval(heartbeat);
      if (this.#client === client) this.#client = null;
      this.isListening = false;
      client.end().catch(() => undefined);
    }
  }

  async #check(client: pg.Client): Promise<void> {
    await client.query(quick("select 1")).catch(() => client.end().catch(() => undefined));
    await this.#hosts.recheck().catch(() => undefined);
    await this.#checkHearing(client);
  }

  #take({ channel: rung, payload = "" }: pg.Notification): void {
    if (rung !== this.#ownChannel) {
      if (payload !== this.#node) this.ring();
    } else if (payload === this.#echo?.word) this.#echo.heard();
  }

  async #checkHearing(client: pg.Client): Promise<void> {
    const { promise: heard, resolve } = Promise.withResolvers<boolean>();
    const word = randomBytes(8).toString("hex");
    this.#echo = { word, heard: () => resolve(true) };
    const late = setTimeout(() => resolve(false), echoWithin).unref();
    this.#notify(this.#ownChannel, word).catch(() => resolve(false));
    const isHeard = await heard;
    clearTimeout(late);
    if (this.#client === client) this.isListening = isHeard;
  }
}
