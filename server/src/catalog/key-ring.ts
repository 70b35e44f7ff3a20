/** The read keys of the installation, by what apps send. A known text is found without hashing it. */

import { isKeyText, isMistyped, type ReadKey } from "drawbridge-rules/credentials/read-key.ts";
import { LRUCache } from "lru-cache";
import { hashOfCredential } from "../base/credential-hash.ts";

export interface KnownKey {
  readonly project: string;
  readonly id: string;
  readonly key: ReadKey;
}

/** Texts of known keys that are kept in clear; at 128 characters each a few MB. */
const rememberedTexts = 20_000;

export class KeyRing {
  readonly #byHash = new Map<string, KnownKey>();
  readonly #hashes = new Map<string, string>();
  readonly #byText = new LRUCache<string, KnownKey>({ max: rememberedTexts });
  /** Hashes of imported keys that look like mistyped ones of ours: while there are any, the checksum decides nothing. */
  readonly #odd = new Set<string>();

  put(project: string, id: string, key: ReadKey): void {
    this.remove(project, id);
    this.#byHash.set(key.hash, { project, id, key });
    this.#hashes.set(nameOf(project, id), key.hash);
    if (key.mistyped) this.#odd.add(key.hash);
  }

  remove(project: string, id: string): void {
    const known = this.#hashes.get(nameOf(project, id));
    if (known === undefined) return;
    this.#hashes.delete(nameOf(project, id));
    // A moved key may be added in the new project before it is removed here.
    const held = this.#byHash.get(known);
    if (held?.project === project && held.id === id) {
      this.#byHash.delete(known);
      this.#odd.delete(known);
    }
    // Texts are found again by their hash at the next request.
    this.#byText.clear();
  }

  /** Null: no key has this hash. */
  withHash(hash: string): KnownKey | null {
    return this.#byHash.get(hash) ?? null;
  }

  get size(): number {
    return this.#byHash.size;
  }

  all(): Iterable<KnownKey> {
    return this.#byHash.values();
  }

  /** Ids by their projects, of every key there is. */
  *ids(): Iterable<Pick<KnownKey, "project" | "id">> {
    for (const { project, id } of this.#byHash.values()) yield { project, id };
  }

  /** `malformed`: it can be nobody's key. `unknown`: it could, and is none of this installation. */
  find(text: string): KnownKey | "malformed" | "unknown" {
    const known = this.#byText.get(text);
    if (known) return known;
    if (!isKeyText(text) || (this.#odd.size === 0 && isMistyped(text))) return "malformed";
    const found = this.#byHash.get(hashOfCredential(text));
    if (found) this.#byText.set(text, found);
    return found ?? "unknown";
  }
}

function nameOf(project: string, id: string): string {
  return `${project} ${id}`;
}
