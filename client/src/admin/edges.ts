import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type { Edge, EdgeList } from "drawbridge-rules/wire/edge.ts";
import type {
  CreatedEdgeToken,
  EdgeToken,
  EdgeTokenList,
  EdgeTokenRequest,
  RevokedEdgeToken,
} from "drawbridge-rules/wire/edge-token.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import type { Calls, VerbOptions } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/** Edges that follow the server, and the tokens that let them. */
export class Edges {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** In order of token and host. */
  list(): Promise<readonly Edge[]> {
    return wholeList(
      (page) => this.page(page),
      ({ edges }) => edges,
    );
  }

  page(query: PageQuery = {}): Promise<EdgeList> {
    return this.#calls.read(["edges"], { ...query });
  }

  /** Oldest first. */
  tokens(query: Whole<CredentialListQuery> = {}): Promise<readonly EdgeToken[]> {
    return wholeList(
      (page) => this.tokenPage({ ...query, ...page }),
      ({ edge_tokens }) => edge_tokens,
    );
  }

  tokenPage(query: CredentialListQuery = {}): Promise<EdgeTokenList> {
    return this.#calls.read(["edge-tokens"], { ...query });
  }

  createToken(request: EdgeTokenRequest, options: VerbOptions = {}): Promise<CreatedEdgeToken> {
    return this.#calls.act(["edge-tokens"], request, options);
  }

  /** For ever: edges that show it are told nothing any more, and go on with what they have. */
  revokeToken(id: string, options: VerbOptions = {}): Promise<RevokedEdgeToken> {
    return this.#calls.act(["edge-tokens", id, "revoke"], {}, options);
  }
}
