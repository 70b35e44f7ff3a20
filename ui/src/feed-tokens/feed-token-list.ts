/** Queries and requests for feed tokens: links to a project's maintenance for calendars. */
import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import { parseExpiry } from "../credentials/expiry-field.tsx";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Role required to create and revoke feed tokens. */
export const requiredFeedRole: Role = "operator";

export function feedTokenListQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "feed-tokens"),
    queryFn: () => admin.listAll("listFeedTokens", { project }),
  });
}

interface FeedTokenForm {
  readonly name: string;
  /** "": all of the project. */
  readonly instance: string;
  /** On the browser's clock; "": never. */
  readonly expiry: string;
}

export const emptyForm: FeedTokenForm = { name: "", instance: "", expiry: "" };

export function createFeed(project: string, { name, instance, expiry }: FeedTokenForm, idempotencyKey: string) {
  const body = { name, instance: instance === "" ? null : instance, expires_at: parseExpiry(expiry) };
  return admin.createFeedToken({ project, body, idempotencyKey });
}
