import type {
  AccessTokenList,
  AccessTokenRequest,
  CreatedAccessToken,
  ListedAccessToken,
  RevokedAccessToken,
} from "drawbridge-rules/wire/access-token.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type { Calls, VerbOptions } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/** What operators and scripts send to this API, for the whole installation. */
export class AccessTokens {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Oldest first. The token of the server's environment is not among them. */
  list(query: Whole<CredentialListQuery> = {}): Promise<readonly ListedAccessToken[]> {
    return wholeList(
      (page) => this.page({ ...query, ...page }),
      ({ tokens }) => tokens,
    );
  }

  page(query: CredentialListQuery = {}): Promise<AccessTokenList> {
    return this.#calls.read(["tokens"], { ...query });
  }

  create(request: AccessTokenRequest, options: VerbOptions = {}): Promise<CreatedAccessToken> {
    return this.#calls.act(["tokens"], request, options);
  }

  /** For ever. */
  revoke(id: string, options: VerbOptions = {}): Promise<RevokedAccessToken> {
    return this.#calls.act(["tokens", id, "revoke"], {}, options);
  }
}
