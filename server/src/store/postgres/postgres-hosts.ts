/**
 * The hosts of a database, and the one that all connections of a store use. Of several, a search asks each, and takes the first
 * suitable one, as libpq does. Unlike libpq, it passes over a primary that a promotion has replaced: such a host may still accept
 * changes, which the others never receive.
 */
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type pg from "pg";
import type { Log } from "../../base/log.ts";
import { type DatabaseAddress, type DatabaseHost, describeDatabase, describeHost } from "../../base/postgres-url.ts";
import { clientConfig, DatabaseClient, quick } from "./postgres-connection.ts";
import { isSignInRefused, messageOf } from "./postgres-error.ts";

/** Milliseconds that a search waits for other hosts once it has found a suitable one. */
const grace = 500;

/** Position of a primary among those of its cluster: each promotion begins the next timeline. */
interface Timeline {
  readonly system: string;
  readonly number: number;
}

/** Why a host is not used. The message names it. */
export class UnsuitableHost extends DrawbridgeError {
  readonly is: "standby" | "replaced" | "unusable";

  constructor(is: UnsuitableHost["is"], message: string, cause?: unknown) {
    super("unavailable", message, [], cause);
    this.is = is;
  }
}

export class DatabaseHosts {
  readonly address: DatabaseAddress;
  /** Sockets of all connections: closing the store destroys them. */
  readonly sockets = new Set<Socket>();
  /** The other hosts, as of the last search. */
  passed: readonly UnsuitableHost[] = [];
  readonly #log: Pick<Log, "error" | "info"> | undefined;
  /** By system, the newest timeline that this process has seen. */
  readonly #timelines = new Map<string, number>();
  #used: DatabaseHost | null = null;
  /** The host that was used last, and the connections that it had when it was left. */
  #last: DatabaseHost | null = null;
  #left: readonly Socket[] = [];
  #search: Promise<DatabaseHost> | null = null;

  constructor(address: DatabaseAddress, log?: Pick<Log, "error" | "info">) {
    this.address = address;
    this.#log = log;
  }

  get areSeveral(): boolean {
    return this.address.hosts.length > 1;
  }

  /** The host to connect to. @throws unavailable, with the reason of each host, or the refusal of a sign-in */
  async find(): Promise<DatabaseHost> {
    const [first] = this.address.hosts;
    if (!this.areSeveral && first !== undefined) return first;
    if (this.#used !== null) return this.#used;
    this.#search ??= this.#searchAll().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** A connection to that host. @throws what `find` throws, or a pg error */
  async connect(): Promise<pg.Client> {
    return (await this.#open(await this.find())).client;
  }

  /** Searches again before the next connection, because this host has failed. */
  leave(host: DatabaseHost): void {
    if (this.#used !== host) return;
    this.#used = null;
    this.#left = [...this.sockets];
  }

  /** Checks a new connection, its `target_session_attrs` as libpq does. Null means the timeline is not compared. @throws UnsuitableHost */
  async check(client: pg.ClientBase, host: DatabaseHost): Promise<Timeline | null> {
    const { target } = this.address;
    if (target !== "any") {
      const [session] = (await client.query<{ standby: boolean; read_only: string }>(quick(sessionState))).rows;
      const is = session?.standby ? "a standby" : target === "read-write" && session?.read_only === "on" ? "read-only" : null;
      if (is !== null) {
        const message = `${describeHost(host)} is ${is}, and target_session_attrs is ${target}`;
        throw new UnsuitableHost(session?.standby ? "standby" : "unusable", message);
      }
    }
    if (!this.areSeveral) return null;
    // A standby has none, and some providers refuse these functions.
    const [timeline = null] = await client.query<{ system: string; number: number }>(quick(timelineOfPrimary)).then(
      ({ rows }) => rows,
      () => [],
    );
    if (timeline !== null && timeline.number > this.#newest(timeline)) this.#timelines.set(timeline.system, timeline.number);
    this.#refuseReplaced(host, timeline);
    return timeline;
  }

  async #searchAll(): Promise<DatabaseHost> {
    const answers = new Map<DatabaseHost, Timeline | null | Error>();
    const found = Promise.withResolvers<void>();
    const asked = this.address.hosts.map(async (host) => {
      try {
        const { client, timeline } = await this.#open(host);
        client.end().catch(() => undefined);
        answers.set(host, timeline);
        found.resolve(delay(grace, undefined, { ref: false }));
      } catch (error) {
        answers.set(host, error as Error);
      }
    });
    await Promise.race([Promise.all(asked), found.promise]);
    const passed: UnsuitableHost[] = [];
    for (const host of this.address.hosts) {
      try {
        const answer = answers.has(host) ? answers.get(host) : new Error("no response yet");
        if (answer instanceof Error) throw answer;
        this.#refuseReplaced(host, answer ?? null);
        this.#used ??= host;
      } catch (error) {
        // As in libpq: the next host would refuse it too.
        if (isSignInRefused(error) && this.#used === null) throw error;
        const message = `${describeHost(host)}: ${messageOf(error)}`;
        passed.push(error instanceof UnsuitableHost ? error : new UnsuitableHost("unusable", message, error));
      }
    }
    this.passed = passed;
    const reasons = passed.map(({ message }) => message);
    if (this.#used === null) {
      const sentence = `${describeDatabase(this.address)} has no usable host: check that one of them runs and that this machine can connect to it.`;
      throw new DrawbridgeError("unavailable", `${sentence} (${reasons.join("; ")})`, [], passed[0]?.cause);
    }
    if (this.#used !== this.#last) this.#move(this.#used, reasons);
    return this.#used;
  }

  async #open(host: DatabaseHost) {
    const client = new DatabaseClient(clientConfig(this.address, host, this.sockets));
    // Without a listener, a lost connection would end the process; waiting queries get the error too.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return { client, timeline: await this.check(client, host) };
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  #newest({ system }: Timeline): number {
    return this.#timelines.get(system) ?? 0;
  }

  #refuseReplaced(host: DatabaseHost, timeline: Timeline | null): void {
    if (timeline === null || timeline.number >= this.#newest(timeline)) return;
    const timelines = `timeline ${timeline.number}, now ${this.#newest(timeline)}`;
    const message = `${describeHost(host)} still accepts changes, but a promotion has replaced it (${timelines}): stop it, or make it a standby`;
    throw new UnsuitableHost("replaced", message);
  }

  /** Cuts the connections to the previous host: it may never answer, and a standby would go on to accept them. */
  #move(host: DatabaseHost, reasons: readonly string[]): void {
    this.#last = host;
    for (const socket of this.#left) socket.destroy();
    this.#left = [];
    const fields = { event: "store.host", host: describeHost(host), passed: reasons } as const;
    if (this.passed.some(({ is }) => is === "replaced"))
      this.#log?.error(fields, "The store uses this host, and another one should not accept changes");
    else this.#log?.info?.(fields, "The store uses this host of its database");
  }
}

const sessionState = "select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as read_only";
const timelineOfPrimary = `
  select system_identifier::text as system,
    ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint as number
  from pg_control_system()`;
