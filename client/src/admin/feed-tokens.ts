import type { CreatedFeedToken, FeedToken, FeedTokenList, FeedTokenRequest, RevokedFeedToken } from "../wire.ts";
import type { Calls, VerbOptions } from "./calls.ts";

/** What is in the address of a calendar or an Atom feed. A text that was made is in the answer that made it, and never again. */
export class FeedTokens {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Oldest first. */
  async list(project: string): Promise<readonly FeedToken[]> {
    return (await this.#calls.read<FeedTokenList>(path(project))).feed_tokens;
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
