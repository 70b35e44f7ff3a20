/** Access tokens in the store of the data directory, for when there is no token to ask a server with. No server may be using it. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { VerbOptions } from "drawbridge-client/admin";
import type { AccessToken, AccessTokenRequest, CreatedAccessToken, RevokedAccessToken } from "drawbridge-client/wire";
import { hashOfCredential } from "../credential-hash.ts";
import type { AccessToken as HeldToken } from "../domain/access-token.ts";
import { credentialBytes, makeCredential } from "../domain/credential.ts";
import { DrawbridgeError } from "../domain/errors.ts";
import { currentSchema } from "../domain/project-state.ts";
import { printToken } from "../http/admin/access-tokens.ts";
import { parseInstant, printInstant } from "../http/admin/instant.ts";
import { shortId } from "../http/admin/short-id.ts";
import type { Settings } from "../settings.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import type { Store } from "../store/store.ts";

/** The same three things by the admin API and without it. */
export interface AccessTokenDoor {
  list(): Promise<readonly AccessToken[]>;
  create(request: AccessTokenRequest, options: VerbOptions): Promise<Pick<CreatedAccessToken, "id" | "token">>;
  revoke(id: string, options: VerbOptions): Promise<Pick<RevokedAccessToken, "id" | "changed" | "revoked_at">>;
}

/** @throws unavailable: there is no store, or a server is using it */
export async function withLocalTokens<T>(
  { data }: Pick<Settings, "data">,
  work: (tokens: AccessTokenDoor) => Promise<T>,
): Promise<T> {
  if (!existsSync(join(data, "drawbridge.db"))) {
    throw new DrawbridgeError(
      "unavailable",
      `There is no store in ${data}: the server makes it at its first start. Is DRAWBRIDGE_DATA another?`,
    );
  }
  const store = await openStore(data);
  try {
    return await work(new LocalTokens(store, Date.now()));
  } finally {
    await store.close();
  }
}

async function openStore(directory: string): Promise<Store> {
  try {
    return await openSqliteStore({ directory });
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "unavailable") throw error;
    throw new DrawbridgeError(
      "unavailable",
      `${error.message} If a server is running there, ask it: leave out --local.`,
      [],
      error,
    );
  }
}

const actor = "system";

class LocalTokens implements AccessTokenDoor {
  readonly #store: Store;
  /** Epoch ms. */
  readonly #now: number;

  constructor(store: Store, now: number) {
    this.#store = store;
    this.#now = now;
  }

  async list(): Promise<readonly AccessToken[]> {
    const held = [...(await this.#held())];
    return held.sort(([, a], [, b]) => a.createdAt - b.createdAt).map(([id, token]) => printToken(id, token, this.#now));
  }

  async create(
    { name, expires_at = null }: AccessTokenRequest,
    { reason = "" }: VerbOptions,
  ): Promise<Pick<CreatedAccessToken, "id" | "token">> {
    const expiresAt = expires_at === null ? null : parseInstant(expires_at);
    if (expiresAt !== null && expiresAt <= this.#now) {
      throw new DrawbridgeError("invalid", "the token has 1 problem", [
        { path: "expires", message: "expected an instant in the future" },
      ]);
    }
    const text = makeCredential("dba_", randomBytes(credentialBytes));
    const id = shortId("t_", randomBytes);
    const token = {
      name,
      hash: hashOfCredential(text),
      last4: text.slice(-4),
      createdAt: this.#now,
      expiresAt,
      revokedAt: null,
      role: "administrator",
      maker: null,
    } as const;
    await this.#write(id, token, reason);
    return { id, token: text };
  }

  async revoke(id: string, { reason = "" }: VerbOptions): Promise<Pick<RevokedAccessToken, "id" | "changed" | "revoked_at">> {
    const token = (await this.#held()).get(id);
    if (!token) throw new DrawbridgeError("not_found", "There is no access token with this id.");
    if (token.revokedAt !== null) return { id, changed: false, revoked_at: printInstant(token.revokedAt) };
    await this.#write(id, { ...token, revokedAt: this.#now }, reason);
    return { id, changed: true, revoked_at: printInstant(this.#now) };
  }

  async #held(): Promise<Map<string, HeldToken>> {
    const rows = await this.#store.rows("");
    return new Map(
      rows.filter(({ kind }) => kind === "access_token").map(({ id, value }) => [id, JSON.parse(value) as HeldToken]),
    );
  }

  async #write(id: string, token: HeldToken, reason: string): Promise<void> {
    const change = { project: "", kind: "access_token", id, schema: currentSchema, value: JSON.stringify(token) } as const;
    await this.#store.commit({ at: this.#now, actor, reason, overridden: [], changes: [change], expect: [] });
  }
}
