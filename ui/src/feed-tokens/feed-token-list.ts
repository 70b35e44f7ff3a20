/** The feeds of a project: who may read when its maintenance is, in a calendar or a feed reader. */
import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { FeedToken, FeedTokenRequest } from "drawbridge-rules/wire/feed-token.ts";
import { instantOf } from "../credentials/expiry-field.tsx";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Whoever makes and ends them. */
export const feedKeeper: Role = "operator";

export function feedTokenListQuery(project: string) {
  return queryOptions({ queryKey: keyOf(project, "feed-tokens"), queryFn: () => admin.listAll("listFeedTokens", { project }) });
}

export interface FeedTokenForm {
  readonly name: string;
  /** "": all of the project. */
  readonly instance: string;
  /** On the browser's clock; "": never. */
  readonly expiry: string;
}

export const emptyForm: FeedTokenForm = { name: "", instance: "", expiry: "" };

export function requestOf({ name, instance, expiry }: FeedTokenForm): FeedTokenRequest {
  return { name, instance: instance === "" ? null : instance, expires_at: instantOf(expiry) };
}

/** Those that open something first, and of them the last made; what is over below. */
export function inOrder(tokens: readonly FeedToken[]): readonly FeedToken[] {
  const rank = ({ state }: FeedToken) => (state === "active" ? 0 : 1);
  return tokens.toSorted((a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at));
}
