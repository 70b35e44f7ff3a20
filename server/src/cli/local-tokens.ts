/** Tokens of the installation in the store itself, for operators without a token for the server. */
import { randomBytes } from "node:crypto";
import type { VerbOptions } from "drawbridge-client/admin";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { type Token as HeldToken, installationToken, type TokenKind } from "drawbridge-rules/credentials/token.ts";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { parseInstant, printInstant } from "drawbridge-rules/values/instant.ts";
import type { ChangedToken, CreatedToken, Token, TokenRequest } from "drawbridge-rules/wire/token.ts";
import { printCredential } from "../admin/answer/credential-wire.ts";
import { shortId } from "../base/short-id.ts";
import { newCredential } from "../log/credential-index.ts";
import type { StoreSettings } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { withLocalStore } from "./local-store.ts";

/** The same by the admin API, of the installation or of a project, and without it. */
export interface TokenOperations {
  /** @param kind null means all */
  list(kind: TokenKind | null): Promise<readonly Token[]>;
  create(request: TokenRequest, options: VerbOptions): Promise<Pick<CreatedToken, "id" | "token" | "calendar">>;
  revoke(id: string, options: VerbOptions): Promise<Pick<ChangedToken, "id" | "changed" | "revoked_at">>;
}

/** @throws unavailable: there is no store, or a server is using it */
export function withLocalTokens<T>(settings: StoreSettings, work: (tokens: TokenOperations) => Promise<T>): Promise<T> {
  return withLocalStore(settings, (store) => work(new LocalTokens(store, Date.now())));
}

const actor = "system";

class LocalTokens implements TokenOperations {
  readonly #store: Store;
  /** Epoch ms. */
  readonly #now: number;

  constructor(store: Store, now: number) {
    this.#store = store;
    this.#now = now;
  }

  async list(wanted: TokenKind | null): Promise<readonly Token[]> {
    const all = [...(await this.#held())].filter(([, { kind }]) => wanted === null || kind === wanted);
    const held = all.sort(([, a], [, b]) => a.createdAt - b.createdAt);
    const used = await this.#store.lastUsed.of(held.map(([id]) => id));
    const names = await this.#store.accounts.namesOf(held.flatMap(([, { createdBy }]) => createdBy ?? []));
    return held.map(([id, token]) => {
      const at = used.get(id);
      return {
        ...printCredential("token", id, token, this.#now),
        created_by_name: names.get(token.createdBy ?? "") ?? null,
        last_used_at: at === undefined ? null : printInstant(at),
      };
    });
  }

  async create(
    { name, expires_at = null }: TokenRequest,
    { reason = "" }: VerbOptions,
  ): Promise<Pick<CreatedToken, "id" | "token">> {
    const expiresAt = expires_at === null ? null : parseInstant(expires_at);
    if (expiresAt !== null && expiresAt <= this.#now) {
      throw new DrawbridgeError("invalid", "the request has 1 problem", [
        { path: "expires_at", message: "expected an instant in the future" },
      ]);
    }
    const text = generateCredential("dba_", randomBytes(credentialBytes));
    const id = shortId("t_", randomBytes);
    const token = newCredential({ ...installationToken, name, expiresAt }, text, this.#now);
    await this.#write(id, token, reason);
    return { id, token: text };
  }

  async revoke(id: string, { reason = "" }: VerbOptions): Promise<Pick<ChangedToken, "id" | "changed" | "revoked_at">> {
    const token = (await this.#held()).get(id);
    if (!token) throw new DrawbridgeError("not_found", "There is no token with this id.");
    if (token.revokedAt !== null) return { id, changed: false, revoked_at: printInstant(token.revokedAt) };
    await this.#write(id, { ...token, revokedAt: this.#now }, reason);
    return { id, changed: true, revoked_at: printInstant(this.#now) };
  }

  async #held(): Promise<Map<string, HeldToken>> {
    const rows = await this.#store.rows("");
    return new Map(rows.filter(({ kind }) => kind === "token").map(({ id, value }) => [id, storedValue("token", value)]));
  }

  async #write(id: string, token: HeldToken, reason: string): Promise<void> {
    const change = { project: "", kind: "token", id, schema: currentSchema, value: JSON.stringify(token) } as const;
    await this.#store.commit({ at: this.#now, actor, reason, overridden: [], changes: [change], expect: [] });
  }
}
