/** Access tokens in the store itself, for operators without a token for the server. */
import { randomBytes } from "node:crypto";
import type { VerbOptions } from "drawbridge-client/admin";
import type { AccessToken as HeldToken } from "drawbridge-rules/credentials/credential.ts";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { parseInstant, printInstant } from "drawbridge-rules/values/instant.ts";
import type {
  AccessTokenRequest,
  ChangedAccessToken,
  CreatedAccessToken,
  ListedAccessToken,
} from "drawbridge-rules/wire/access-token.ts";
import { printCredential } from "../admin/answer/credential-wire.ts";
import { shortId } from "../base/short-id.ts";
import { newCredential } from "../log/credential-index.ts";
import type { StoreSettings } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { withLocalStore } from "./local-store.ts";

export interface TokenRequest extends AccessTokenRequest {
  /** Role of a project's token. */
  readonly role?: Role;
}

/** The same three things by the admin API, of the installation or of a project, and without it. */
export interface AccessTokenOperations {
  list(): Promise<readonly ListedAccessToken[]>;
  create(request: TokenRequest, options: VerbOptions): Promise<Pick<CreatedAccessToken, "id" | "token">>;
  revoke(id: string, options: VerbOptions): Promise<Pick<ChangedAccessToken, "id" | "changed" | "revoked_at">>;
}

/** @throws unavailable: there is no store, or a server is using it */
export function withLocalTokens<T>(settings: StoreSettings, work: (tokens: AccessTokenOperations) => Promise<T>): Promise<T> {
  return withLocalStore(settings, (store) => work(new LocalTokens(store, Date.now())));
}

const actor = "system";

class LocalTokens implements AccessTokenOperations {
  readonly #store: Store;
  /** Epoch ms. */
  readonly #now: number;

  constructor(store: Store, now: number) {
    this.#store = store;
    this.#now = now;
  }

  async list(): Promise<readonly ListedAccessToken[]> {
    const held = [...(await this.#held())].sort(([, a], [, b]) => a.createdAt - b.createdAt);
    const used = await this.#store.lastUsed.of(held.map(([id]) => id));
    const names = await this.#store.accounts.namesOf(held.flatMap(([, { maker }]) => maker ?? []));
    return held.map(([id, token]) => {
      const at = used.get(id);
      return {
        ...printCredential("access_token", id, token, this.#now),
        made_by_name: names.get(token.maker ?? "") ?? null,
        last_used_at: at === undefined ? null : printInstant(at),
      };
    });
  }

  async create(
    { name, expires_at = null }: AccessTokenRequest,
    { reason = "" }: VerbOptions,
  ): Promise<Pick<CreatedAccessToken, "id" | "token">> {
    const expiresAt = expires_at === null ? null : parseInstant(expires_at);
    if (expiresAt !== null && expiresAt <= this.#now) {
      throw new DrawbridgeError("invalid", "the request has 1 problem", [
        { path: "expires_at", message: "expected an instant in the future" },
      ]);
    }
    const text = generateCredential("dba_", randomBytes(credentialBytes));
    const id = shortId("t_", randomBytes);
    const token = newCredential({ name, expiresAt, role: "administrator", maker: null } as const, text, this.#now);
    await this.#write(id, token, reason);
    return { id, token: text };
  }

  async revoke(id: string, { reason = "" }: VerbOptions): Promise<Pick<ChangedAccessToken, "id" | "changed" | "revoked_at">> {
    const token = (await this.#held()).get(id);
    if (!token) throw new DrawbridgeError("not_found", "There is no access token with this id.");
    if (token.revokedAt !== null) return { id, changed: false, revoked_at: printInstant(token.revokedAt) };
    await this.#write(id, { ...token, revokedAt: this.#now }, reason);
    return { id, changed: true, revoked_at: printInstant(this.#now) };
  }

  async #held(): Promise<Map<string, HeldToken>> {
    const rows = await this.#store.rows("");
    return new Map(
      rows.filter(({ kind }) => kind === "access_token").map(({ id, value }) => [id, storedValue("access_token", value)]),
    );
  }

  async #write(id: string, token: HeldToken, reason: string): Promise<void> {
    const change = { project: "", kind: "access_token", id, schema: currentSchema, value: JSON.stringify(token) } as const;
    await this.#store.commit({ at: this.#now, actor, reason, overridden: [], changes: [change], expect: [] });
  }
}
