/** Edge tokens: what an edge shows, to be told what it answers from. */
import { queryOptions } from "@tanstack/react-query";
import type { EdgeToken, EdgeTokenRequest } from "drawbridge-rules/wire/edge-token.ts";
import { instantOf } from "../credentials/expiry-field.tsx";
import { serverKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export const edgeTokenListQuery = queryOptions({
  queryKey: serverKey("edge-tokens"),
  queryFn: () => admin.listAll("listEdgeTokens"),
});

export interface EdgeTokenForm {
  readonly name: string;
  readonly opens: "all" | "some";
  /** Ids; heeded where it opens some. */
  readonly projects: readonly string[];
  /** On the browser's clock; "": never. */
  readonly expiry: string;
}

export const emptyForm: EdgeTokenForm = { name: "", opens: "all", projects: [], expiry: "" };

export function requestOf({ name, opens, projects, expiry }: EdgeTokenForm): EdgeTokenRequest {
  return { name, projects: opens === "all" ? null : projects, expires_at: instantOf(expiry) };
}

/** Those that open something first, and of them the last made; what is over below. */
export function inOrder(tokens: readonly EdgeToken[]): readonly EdgeToken[] {
  const rank = ({ state }: EdgeToken) => (state === "active" ? 0 : 1);
  return tokens.toSorted((a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at));
}
