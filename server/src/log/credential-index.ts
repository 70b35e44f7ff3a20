/** A wrong guess costs a hash, and no query of the store. */

import { type Credential, type CredentialKind, credentialState } from "drawbridge-rules/credentials/credential.ts";
import { isMistyped, type ReadKey, type ReadKeyRequest } from "drawbridge-rules/credentials/read-key.ts";
import type { ResourceValues } from "drawbridge-rules/project/resource.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { hashCredential } from "../base/hash.ts";
import type { Change, Row } from "../store/store.ts";

export interface KnownCredential<K extends CredentialKind> {
  /** "" is the installation. */
  readonly project: string;
  readonly id: string;
  readonly value: ResourceValues[K];
}

export class CredentialIndex<K extends CredentialKind> {
  readonly #kind: K;
  readonly #isOwn: (value: ResourceValues[K]) => boolean;
  readonly #byHash = new Map<string, KnownCredential<K>>();
  readonly #byAddress = new Map<string, KnownCredential<K>>();
  #isLoaded = false;

  /** @param isOwn selects tokens of one kind */
  constructor(kind: K, isOwn: (value: ResourceValues[K]) => boolean = () => true) {
    this.#kind = kind;
    this.#isOwn = isOwn;
  }

  /** False means nothing was read yet. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Includes revoked and expired ones. */
  get size(): number {
    return this.#byAddress.size;
  }

  all(): Iterable<KnownCredential<K>> {
    return this.#byHash.values();
  }

  has(project: string, id: string): boolean {
    return this.#byAddress.has(addressOf(project, id));
  }

  load(rows: Iterable<Row>): void {
    for (const { project, id } of [...this.#byAddress.values()]) this.remove(project, id);
    this.apply(rows);
    this.#isLoaded = true;
  }

  apply(changes: Iterable<Pick<Change, "project" | "kind" | "id" | "value">>): void {
    for (const { project, kind, id, value } of changes) {
      if (kind !== this.#kind) continue;
      const credential = value === null ? null : storedValue(this.#kind, value);
      if (credential === null) this.remove(project, id);
      else if (this.#isOwn(credential)) this.put(project, id, credential);
    }
  }

  put(project: string, id: string, value: ResourceValues[K]): void {
    this.remove(project, id);
    const known = { project, id, value };
    this.#byHash.set(value.hash, known);
    this.#byAddress.set(addressOf(project, id), known);
  }

  remove(project: string, id: string): KnownCredential<K> | null {
    const address = addressOf(project, id);
    const known = this.#byAddress.get(address);
    if (known === undefined) return null;
    this.#byAddress.delete(address);
    // A moved key may be added there before it is removed here.
    if (this.#byHash.get(known.value.hash) === known) this.#byHash.delete(known.value.hash);
    return known;
  }

  withHash(hash: string): KnownCredential<K> | null {
    return this.#byHash.get(hash) ?? null;
  }

  /** A look-up by hash reveals nothing by its time. Null means unknown, revoked or expired. */
  findActive(text: string, now: number): KnownCredential<K> | null {
    const known = this.withHash(hashCredential(text));
    return known && credentialState(known.value, now) === "active" ? known : null;
  }

  isActive(project: string, id: string, now: number): boolean {
    const known = this.#byAddress.get(addressOf(project, id));
    return known !== undefined && credentialState(known.value, now) === "active";
  }
}

function addressOf(project: string, id: string): string {
  return `${project} ${id}`;
}

/** Stores only the hash and last characters. @param now epoch ms */
export function newCredential<T extends Pick<Credential, "name" | "expiresAt">>(wanted: T, text: string, now: number) {
  return { ...wanted, hash: hashCredential(text), last4: text.slice(-4), createdAt: now, revokedAt: null };
}

export function createReadKey(wanted: ReadKeyRequest, text: string, now: number, imported: boolean): ReadKey {
  const own = { imported, mistyped: imported && isMistyped(text), replacedBy: null };
  return newCredential({ ...wanted, ...own }, text, now);
}
