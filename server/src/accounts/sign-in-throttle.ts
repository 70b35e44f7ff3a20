import { hash } from "node:crypto";
import { loginKey } from "drawbridge-rules/people/person.ts";
import { LRUCache } from "lru-cache";
import { boundedEntries } from "../base/bounded-entries.ts";
import { clientNetwork } from "../base/http/client-address.ts";

/** Slows down guessing: after the free attempts, waits double up to the longest, in milliseconds. */
const throttles = {
  pair: { free: 5, longest: 60_000 },
  login: { free: 10, longest: 10_000 },
  address: { free: 50, longest: 10_000 },
} as const;

type ThrottleName = keyof typeof throttles;

const firstWait = 1_000;
const forgottenAfter = 60 * 60_000;

/** The strictest limit, as responses state it: seconds, and attempts in them without a wait. */
export const throttleQuota = { quota: throttles.pair.free, window: forgottenAfter / 1_000 } as const;

const maxEntries = 10_000;

interface Entry {
  failures: number;
  notBefore: number;
  lastAt: number;
}

/** Counts as failed until its outcome is known, so that parallel attempts are counted. */
interface Attempt {
  /** Whole seconds until an attempt is allowed; this one is not counted. Null means it is allowed. */
  readonly wait: number | null;
  /** From now on the login is known at this address, and the attempt does not count as a failure. */
  succeeded(): void;
  withdrawn(): void;
}

export class SignInThrottle {
  readonly #entries: Readonly<Record<ThrottleName, LRUCache<string, Entry>>> = {
    pair: new LRUCache(boundedEntries(maxEntries)),
    login: new LRUCache(boundedEntries(maxEntries)),
    address: new LRUCache(boundedEntries(maxEntries)),
  };
  /** Pairs of an address and a login that has signed in from there. */
  readonly #known = new LRUCache<string, true>(boundedEntries(maxEntries));

  /** @param address of IPv6, the /64 network @param isKnown whether the login has a valid session here */
  attempt(address: string, login: string, now: number, isKnown = false): Attempt {
    const keys = keysOf(address, login);
    // A success must not open another throttle to everyone at the address.
    const asked = this.#asked(keys, isKnown);
    const wait = Math.max(...asked.map((name) => this.#wait(name, keys[name], now)));
    if (wait > 0) return { wait: Math.ceil(wait / 1000), succeeded() {}, withdrawn() {} };
    for (const name of asked) this.#fail(name, keys[name], now);
    const withdrawn = () => {
      for (const name of asked) this.#takeBack(name, keys[name]);
    };
    return {
      wait: null,
      withdrawn,
      succeeded: () => {
        withdrawn();
        this.#know(keys.pair);
      },
    };
  }

  /** Attempts left before a wait, and the whole seconds of the present one. @param login or a link */
  standing(address: string, login: string, now: number, isKnown = false): { readonly left: number; readonly wait: number } {
    const keys = keysOf(address, login);
    const asked = this.#asked(keys, isKnown);
    const wait = Math.ceil(Math.max(...asked.map((name) => this.#wait(name, keys[name], now))) / 1000);
    const free = asked.map((name) => throttles[name].free - this.#failures(name, keys[name], now));
    return { left: wait > 0 ? 0 : Math.max(1, Math.min(...free)), wait };
  }

  signedIn(address: string, login: string): void {
    this.#know(keysOf(address, login).pair);
  }

  /** For a request refused before its login was checked. Returns null, or seconds to wait. */
  refused(address: string, now: number): number | null {
    const network = clientNetwork(address);
    const wait = this.#wait("address", network, now);
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#fail("address", network, now);
    return null;
  }

  /** After a clock was set back, no wait exceeds the maximum. */
  #wait(name: ThrottleName, key: string, now: number): number {
    const left = (this.#entries[name].peek(key)?.notBefore ?? 0) - now;
    return Math.min(Math.max(left, 0), throttles[name].longest);
  }

  #failures(name: ThrottleName, key: string, now: number): number {
    const held = this.#entries[name].peek(key);
    return held && now - held.lastAt < forgottenAfter ? held.failures : 0;
  }

  #asked(keys: Readonly<Record<ThrottleName, string>>, isKnown: boolean): readonly ThrottleName[] {
    return isKnown || this.#known.has(keys.pair) ? ["pair"] : throttleNames;
  }

  #fail(name: ThrottleName, key: string, now: number): void {
    const failures = this.#failures(name, key, now) + 1;
    const { free, longest } = throttles[name];
    const wait = failures < free ? 0 : Math.min(firstWait * 2 ** Math.min(failures - free, 20), longest);
    this.#entries[name].set(key, { failures, notBefore: now + wait, lastAt: now });
  }

  #takeBack(name: ThrottleName, key: string): void {
    const entry = this.#entries[name].peek(key);
    if (!entry) return;
    entry.failures = Math.max(0, entry.failures - 1);
    entry.notBefore = 0;
  }

  #know(pair: string): void {
    this.#entries.pair.delete(pair);
    this.#known.set(pair, true);
  }
}

const throttleNames = Object.keys(throttles) as ThrottleName[];

function keysOf(address: string, login: string): Readonly<Record<ThrottleName, string>> {
  const network = clientNetwork(address);
  // A hash: of fixed length, and not a list of the people here.
  const who = hash("sha256", loginKey(login), "base64url");
  return { pair: `${network} ${who}`, login: who, address: network };
}
