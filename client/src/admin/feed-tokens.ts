import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type {
  CreatedFeedToken,
  FeedToken,
  FeedTokenList,
  FeedTokenRequest,
  RevokedFeedToken,
} from "drawbridge-rules/wire/feed-token.ts";
import type { Calls, VerbOptions } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/** What is in the address of a calendar or an Atom feed. A text that was made is in the answer that made it, and never again. */
export class FeedTokens {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Oldest first. */
  list(project: string, query: Whole<CredentialListQuery> = {}): Promise<readonly FeedToken[]> {
    return wholeList(
      (page) => this.page(project, { ...query, ...page }),
      ({ feed_tokens }) => feed_tokens,
    );
  }

  page(project: string, query: CredentialListQuery = {}): Promise<FeedTokenList> {
    return this.#calls.read(path(project), { ...query });
  }

  create(project: string, request: FeedTokenRequest, options: VerbOptions = {}): Promise<CreatedFeedToken> {
    return this.#calls.act(path(project), request, options);
  }

  /** For ever. */
  revoke(project: string, id: string, options: VerbOptions = {}): Promise<RevokedFeedToken> {
    return this.#calls.act(path(project, id, "revoke"), {}, options);
  }
}

function path(project: string, ...rest: readonly string[]): string[] {
  return ["projects", project, "feed-tokens", ...rest];
}
