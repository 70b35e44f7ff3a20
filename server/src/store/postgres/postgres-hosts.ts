/**
 * The host that all connections use: the first suitable one, as in libpq, but no primary that a promotion has replaced, which may
 * still accept changes that the others never receive.
 */
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type pg from "pg";
import type { Log } from "../../base/log.ts";
import { type DatabaseAddress, type DatabaseHost, describeDatabase, describeHost } from "../../base/postgres-url.ts";
import { clientConfig, DatabaseClient, quick } from "./postgres-connection.ts";
import { isSignInRefused, messageOf } from "./postgres-error.ts";

/** Milliseconds that a search with a suitable host waits for other ones. */
const grace = 500;

/** Each promotion begins the next timeline of its cluster. */
interface Timeline {
  readonly system: string;
  readonly number: number;
}

class ReplacedPrimary extends DrawbridgeError {}

export class DatabaseHosts {
  readonly address: DatabaseAddress;
  readonly sockets = new Set<Socket>();
  /** Replaced primaries that still accept changes, as of the last search. */
  problem: string | null = null;
  readonly #log: Pick<Log, "error" | "info"> | undefined;
  readonly #timelines = new Map<string, number>();
  #used: DatabaseHost | null = null;
  /** The host used last, and its connections when it was left. */
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

  /** @throws unavailable, with the reason of each host, or the refusal of a sign-in */
  async find(): Promise<DatabaseHost> {
    const [first] = this.address.hosts;
    if (!this.areSeveral && first !== undefined) return first;
    return this.#used ?? this.#askAll();
  }

  /** Leaves the host in use if a promotion has replaced it. @throws what `find` throws */
  async recheck(): Promise<void> {
    if (this.areSeveral && this.#used !== null) await this.#askAll();
  }

  /** @throws what `find` throws, or a pg error */
  async connect(): Promise<pg.Client> {
    return (await this.#open(await this.find())).client;
  }

  /** Searches again before the next connection, because this host has failed. */
  leave(host: DatabaseHost): void {
    if (this.#used !== host) return;
    this.#used = null;
    this.#left = [...this.sockets];
  }

  /** Checks `target_session_attrs` as libpq does. Null means the timeline is unknown. @throws unavailable */
  async check(client: pg.ClientBase, host: DatabaseHost): Promise<Timeline | null> {
    const { target } = this.address;
    if (target !== "any") {
      const [session] = (await client.query<{ standby: boolean; read_only: string }>(quick(sessionState))).rows;
      const is = session?.standby ? "a standby" : target === "read-write" && session?.read_only === "on" ? "read-only" : null;
      if (is !== null)
        throw new DrawbridgeError("unavailable", `${describeHost(host)} is ${is}, and target_session_attrs is ${target}`);
    }
    if (!this.areSeveral) return null;
    // A standby has none, and some providers refuse these functions.
    const [timeline = null] = await client.query<{ system: string; number: number }>(quick(timelineOfPrimary)).then(
      ({ rows }) => rows,
      () => [],
    );
    const replaced = this.#findReplaced(host, timeline);
    if (replaced !== null) throw replaced;
    return timeline;
  }

  #askAll(): Promise<DatabaseHost> {
    this.#search ??= this.#choose().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  async #choose(): Promise<DatabaseHost> {
    const { hosts } = this.address;
    const answers = new Map<DatabaseHost, Timeline | null | Error>(hosts.map((host) => [host, new Error("no response yet")]));
    const found = Promise.withResolvers<void>();
    const asked = hosts.map(async (host) => {
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
    const refusals: Error[] = [];
    let first: DatabaseHost | null = null;
    for (const [host, answer] of answers) {
      const refusal = answer instanceof Error ? answer : this.#findReplaced(host, answer);
      if (refusal === null) {
        first ??= host;
        continue;
      }
      // As in libpq: the next host would refuse it too.
      if (isSignInRefused(refusal) && first === null) throw refusal;
      if (refusal instanceof ReplacedPrimary) this.leave(host);
      const named = `${describeHost(host)}: ${messageOf(refusal)}`;
      refusals.push(refusal instanceof DrawbridgeError ? refusal : new Error(named, { cause: refusal }));
    }
    this.#used ??= first;
    if (this.#used !== null) return this.#report(this.#used, refusals);
    const sentence = `${describeDatabase(this.address)} has no usable host: check that one of them runs and that this machine can connect to it.`;
    throw new DrawbridgeError("unavailable", `${sentence} (${refusals.map(messageOf).join("; ")})`, [], refusals[0]?.cause);
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

  #findReplaced(host: DatabaseHost, timeline: Timeline | null): ReplacedPrimary | null {
    if (timeline === null) return null;
    const { system, number } = timeline;
    const newest = Math.max(number, this.#timelines.get(system) ?? 0);
    this.#timelines.set(system, newest);
    if (number === newest) return null;
    const message = `${describeHost(host)} still accepts changes, but a promotion has replaced it (timeline ${number}, now ${newest}): stop it, or make it a standby`;
    return new ReplacedPrimary("unavailable", message);
  }

  /** Cuts the connections to a host that was left: it may never answer, or a standby may accept them. */
  #report(host: DatabaseHost, refusals: readonly Error[]): DatabaseHost {
    const replaced = refusals.filter((error) => error instanceof ReplacedPrimary);
    const problem = replaced.map(messageOf).join("; ") || null;
    const fields = { event: "store.host", host: describeHost(host), passed: refusals.map(messageOf) } as const;
    if (problem !== null && problem !== this.problem) this.#log?.error(fields, "Another host must not accept changes");
    else if (host !== this.#last) this.#log?.info?.(fields, "The store uses this host of its database");
    if (host !== this.#last) for (const socket of this.#left) socket.destroy();
    this.#last = host;
    this.problem = problem;
    return host;
  }
}

const sessionState = "select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as read_only";
const timelineOfPrimary = `
  select system_identifier::text as system,
    ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint as number
  from pg_control_system()`;
