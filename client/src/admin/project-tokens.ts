import type {
  AccessTokenList,
  CreatedAccessToken,
  ListedAccessToken,
  ProjectTokenRequest,
  RevokedAccessToken,
} from "drawbridge-rules/wire/access-token.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type { Calls, VerbOptions } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/** What scripts send to this API for one project: each opens it alone, with the role that it was given. */
export class ProjectTokens {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Oldest first. */
  list(project: string, query: Whole<CredentialListQuery> = {}): Promise<readonly ListedAccessToken[]> {
    return wholeList(
      (page) => this.page(project, { ...query, ...page }),
      ({ tokens }) => tokens,
    );
  }

  page(project: string, query: CredentialListQuery = {}): Promise<AccessTokenList> {
    return this.#calls.read(path(project), { ...query });
  }

  create(project: string, request: ProjectTokenRequest, options: VerbOptions = {}): Promise<CreatedAccessToken> {
    return this.#calls.act(path(project), request, options);
  }

  /** For ever. */
  revoke(project: string, id: string, options: VerbOptions = {}): Promise<RevokedAccessToken> {
    return this.#calls.act(path(project, id, "revoke"), {}, options);
  }
}

function path(project: string, ...rest: readonly string[]): string[] {
  return ["projects", project, "tokens", ...rest];
}
