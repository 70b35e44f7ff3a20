/** A known text is found without hashing it. */

import { isKeyText, isMistyped, type ReadKey } from "drawbridge-rules/credentials/read-key.ts";
import { LRUCache } from "lru-cache";
import { boundedEntries } from "../../base/bounded-entries.ts";
import { hashCredential } from "../../base/hash.ts";
import { ownText } from "../../base/text-map.ts";
import { CredentialIndex, type KnownCredential } from "../../log/credential-index.ts";

export type KnownKey = KnownCredential<"read_key">;

/** Known texts kept in clear: a few MB at 128 characters each. */
const rememberedTexts = 20_000;

export class ReadKeyIndex extends CredentialIndex<"read_key"> {
  readonly #byText = new LRUCache<string, KnownKey>(boundedEntries(rememberedTexts));
  /** Hashes of imported keys that look like mistyped ones of ours: with any, the checksum decides nothing. */
  readonly #odd = new Set<string>();

  constructor() {
    super("read_key");
  }

  override put(project: string, id: string, key: ReadKey): void {
    super.put(project, id, key);
    if (key.mistyped) this.#odd.add(key.hash);
  }

  override remove(project: string, id: string): KnownKey | null {
    const known = super.remove(project, id);
    if (known === null) return null;
    if (this.withHash(known.value.hash) === null) this.#odd.delete(known.value.hash);
    // Texts are found again by their hash at the next request.
    this.#byText.clear();
    return known;
  }

  /** No key can have a `malformed` text. An `unknown` one is well-formed, but not in this installation. */
  find(text: string): KnownKey | "malformed" | "unknown" {
    const known = this.#byText.get(text);
    if (known) return known;
    if (!isKeyText(text) || (this.#odd.size === 0 && isMistyped(text))) return "malformed";
    const found = this.withHash(hashCredential(text));
    if (found) this.#byText.set(ownText(text), found);
    return found ?? "unknown";
  }
}
