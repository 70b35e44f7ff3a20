/**
 * Slows down guessing. What failed is counted for a login at an address, for a login wherever it comes from, and for an
 * address whatever login it tries; each has some attempts for nothing, and then waits that double up to a bound. A bound of
 * seconds: nobody is to be locked out by somebody else's guesses, and a machine of a thousand addresses still has a few
 * thousand guesses a day at one login. It is in memory, and bounded: a restart forgets, and so does what has not failed for an hour.
 */
import { hash } from "node:crypto";
import { loginKey } from "../domain/person.ts";
import { networkOf } from "../limits/client-network.ts";

interface Gate {
  readonly free: number;
  /** Milliseconds. */
  readonly longest: number;
}

const gates = {
  pair: { free: 5, longest: 60_000 },
  login: { free: 10, longest: 10_000 },
  address: { free: 50, longest: 10_000 },
} as const satisfies Record<string, Gate>;

type GateName = keyof typeof gates;

/** Milliseconds. */
const firstWait = 1_000;
const forgottenAfter = 60 * 60_000;

/** Entries of each kind; the one that was used longest ago makes room. */
const mostEntries = 10_000;

interface Entry {
  failures: number;
  /** Epoch ms. */
  notBefore: number;
  lastAt: number;
}

export class SignInThrottle {
  readonly #entries: Readonly<Record<GateName, Map<string, Entry>>> = { pair: new Map(), login: new Map(), address: new Map() };
  /** Pairs that have come in: what others try at their login is not held against them. */
  readonly #known = new Map<string, true>();

  /**
   * Begins an attempt, which counts as failed until `succeeded` or `withdrawn` says otherwise, so that many at once are counted.
   * Null, or the whole seconds after which one may be made.
   * @param address of the client; of IPv6, the network of 64 bits that one customer has @param now epoch ms
   */
  attempt(address: string, login: string, now: number): number | null {
    const keys = keysOf(address, login);
    const isKnown = this.#known.has(keys.pair);
    const asked = names.filter((name) => !(name === "login" && isKnown));
    const wait = Math.max(...asked.map((name) => this.#wait(name, keys[name], now)));
    if (wait > 0) return Math.ceil(wait / 1000);
    for (const name of names) this.#fail(name, keys[name], now);
    return null;
  }

  /** It was the right password: the pair begins anew, and the attempt is held against nobody. */
  succeeded(address: string, login: string): void {
    const { pair } = keysOf(address, login);
    this.withdrawn(address, login);
    this.#entries.pair.delete(pair);
    this.#known.delete(pair);
    put(this.#known, pair, true);
  }

  /** It came to no answer. */
  withdrawn(address: string, login: string): void {
    const keys = keysOf(address, login);
    for (const name of names) {
      const entry = this.#entries[name].get(keys[name]);
      if (!entry) continue;
      entry.failures = Math.max(0, entry.failures - 1);
      entry.notBefore = 0;
    }
  }

  /**
   * Counts a request that was refused before its login or link was looked at, in the gate of its address alone. Null, or the
   * whole seconds after which the next one is told what is wrong with it. @param now epoch ms
   */
  refused(address: string, now: number): number | null {
    const network = networkOf(address);
    const wait = this.#wait("address", network, now);
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#fail("address", network, now);
    return null;
  }

  /** Entries that there are, of all kinds. */
  get size(): number {
    return names.reduce((sum, name) => sum + this.#entries[name].size, this.#known.size);
  }

  /** Milliseconds. A clock that was set back makes nobody wait longer than the bound. */
  #wait(name: GateName, key: string, now: number): number {
    const left = (this.#entries[name].get(key)?.notBefore ?? 0) - now;
    return Math.min(Math.max(left, 0), gates[name].longest);
  }

  #fail(name: GateName, key: string, now: number): void {
    const entries = this.#entries[name];
    const held = entries.get(key);
    const failures = (held && now - held.lastAt < forgottenAfter ? held.failures : 0) + 1;
    const { free, longest } = gates[name];
    const wait = failures < free ? 0 : Math.min(firstWait * 2 ** Math.min(failures - free, 20), longest);
    entries.delete(key);
    put(entries, key, { failures, notBefore: now + wait, lastAt: now });
  }
}

const names = Object.keys(gates) as GateName[];

/** A map remembers the order in which it was filled. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > mostEntries && oldest !== undefined) map.delete(oldest);
}

function keysOf(address: string, login: string): Readonly<Record<GateName, string>> {
  const network = networkOf(address);
  // Of a fixed length, and no list of who works here.
  const who = hash("sha256", loginKey(login), "base64url");
  return { pair: `${network} ${who}`, login: who, address: network };
}
