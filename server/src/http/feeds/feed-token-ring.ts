/** The feed tokens of the installation, in memory: a feed reader that guesses costs a hash, and nothing of the store. */

import { type FeedToken, feedTokenState } from "drawbridge-rules/credentials/feed-token.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { hashOfCredential } from "../../base/credential-hash.ts";
import type { Change, Row } from "../../store/store.ts";

/** What a good token opens. */
export interface FeedScope {
  readonly project: string;
  /** Null: all of the project. */
  readonly instance: string | null;
}

interface KnownToken {
  readonly project: string;
  readonly token: FeedToken;
}

export class FeedTokenRing {
  readonly #byHash = new Map<string, KnownToken>();
  readonly #hashes = new Map<string, string>();
  #isLoaded = false;

  /** False: there is nothing to tell a good token by yet. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Takes in a whole store, in place of what it has. */
  load(rows: Iterable<Row>): void {
    this.#byHash.clear();
    this.#hashes.clear();
    this.apply(rows);
    this.#isLoaded = true;
  }

  /** Takes in what a commit changed. */
  apply(changes: Iterable<Pick<Change, "project" | "kind" | "id" | "value">>): void {
    for (const { project, kind, id, value } of changes) {
      if (kind !== "feed_token") continue;
      const name = `${project} ${id}`;
      this.#byHash.delete(this.#hashes.get(name) ?? "");
      this.#hashes.delete(name);
      if (value === null) continue;
      const token = storedValue("feed_token", value);
      this.#byHash.set(token.hash, { project, token });
      this.#hashes.set(name, token.hash);
    }
  }

  /** Found by its digest, so that the time it takes says nothing about the text. Null: unknown, revoked or expired. @param now epoch ms */
  find(text: string, now: number): FeedScope | null {
    const known = this.#byHash.get(hashOfCredential(text));
    if (!known || feedTokenState(known.token, now) !== "active") return null;
    return { project: known.project, instance: known.token.instance };
  }
}
