/** Feed tokens: part of the address of a project's calendar. */

import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { feedTokenRequest } from "drawbridge-rules/wire/feed-token.ts";
import { feedPath } from "../../pages/feeds/feed-path.ts";
import type { CredentialVerbServices } from "../change/credential-verb.ts";
import type { AdminRoute } from "../request/admin-route.ts";
import { readTokenRequest } from "../request/credential-request.ts";
import { type CredentialRoutes, credentialRoutes } from "./credentials.ts";

interface FeedTokensServices extends CredentialVerbServices {
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
}

const feedTokens: CredentialRoutes<"feed_token", FeedTokensServices> = {
  kind: "feed_token",
  suffix: "FeedToken",
  parameter: "feed",
  listed: "feed_tokens",
  tag: "Feeds",
  permission: { read: "viewer", change: "operator" },
  problems: ["not_found", "conflict", "key_in_use"],
  texts: {
    a: "a feed token",
    all: "feed tokens",
    the: "The token",
    created: "The token, and the address of its calendar",
    missing: "The project has no such feed token.",
  },
  example: { name: "on-call calendar", instance: "eu-1" },
  secret: (token, { publicUrl }) => ({
    token,
    calendar: publicUrl() + feedPath(token),
  }),
  read: ({ body }, now) =>
    readTokenRequest(feedTokenRequest, { body, now, what: "the feed token" }, ({ instance = null }) => ({ instance })),
  check({ instance: instances }, { instance }) {
    if (instance === null || instances.has(instance)) return;
    throwIfAny([{ path: "instance", message: "is not an instance of the project" }], "the feed token");
  },
};

export function feedTokenRoutes(services: FeedTokensServices): AdminRoute[] {
  return credentialRoutes(services, feedTokens);
}
