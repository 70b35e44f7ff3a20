import type { AccessToken, AccessTokenList, AccessTokenRequest, CreatedAccessToken, RevokedAccessToken } from "../wire.ts";
import type { Calls, VerbOptions } from "./calls.ts";

/** What operators and scripts send to this API, for the whole installation. */
export class AccessTokens {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Oldest first. The token of the server's environment is not among them. */
  async list(): Promise<readonly AccessToken[]> {
    return (await this.#calls.read<AccessTokenList>(["tokens"])).tokens;
  }

  create(request: AccessTokenRequest, options: VerbOptions = {}): Promise<CreatedAccessToken> {
    return this.#calls.act(["tokens"], request, options);
  }

  /** For ever. */
  revoke(id: string, options: VerbOptions = {}): Promise<RevokedAccessToken> {
    return this.#calls.act(["tokens", id, "revoke"], {}, options);
  }
}
