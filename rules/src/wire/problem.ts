/** Problems (RFC 9457): the body of every answer from 400 on. */

import { z } from "zod";
import { guardItem } from "./guard.ts";
import { etag, instant, optionalText, record, revision, text, textOrNull } from "./values.ts";
import type { Wire } from "./wire.ts";

/** Status and title of every code. Apps and scripts go by the codes, so a title may be reworded, a code never. */
export const problems = {
  // Any request
  bad_request: { status: 400, title: "Bad request" },
  request_timeout: { status: 408, title: "Request timeout" },
  uri_too_long: { status: 414, title: "URI too long" },
  headers_too_large: { status: 431, title: "Headers too large" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  content_too_large: { status: 413, title: "Content too large" },
  internal_error: { status: 500, title: "Internal error" },
  // Read API
  missing_api_key: { status: 401, title: "Missing API key" },
  unknown_api_key: { status: 401, title: "Unknown API key" },
  expired_api_key: { status: 401, title: "Expired API key" },
  revoked_api_key: { status: 401, title: "Revoked API key" },
  rate_limited: { status: 429, title: "Too many requests" },
  key_not_allowed: { status: 403, title: "Key not allowed" },
  missing_parameter: { status: 400, title: "Missing parameter" },
  repeated_parameter: { status: 400, title: "Repeated parameter" },
  unknown_platform: { status: 400, title: "Unknown platform" },
  invalid_version: { status: 400, title: "Invalid version" },
  unknown_instance: { status: 404, title: "Unknown instance" },
  not_ready: { status: 503, title: "Not ready" },
  overloaded: { status: 503, title: "Overloaded" },
  // Admin API
  invalid: { status: 422, title: "Invalid content" },
  unauthorized: { status: 401, title: "Unauthorized" },
  forbidden: { status: 403, title: "Forbidden" },
  conflict: { status: 409, title: "Conflict" },
  stale: { status: 412, title: "Changed in the meantime" },
  precondition_required: { status: 428, title: "Precondition required" },
  refused: { status: 409, title: "Refused by a guard" },
  drift: { status: 409, title: "Changed outside the manifest" },
  key_in_use: { status: 409, title: "Key in use" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  unavailable: { status: 503, title: "Unavailable" },
  empty_data_directory: { status: 503, title: "The database is missing" },
  newer_store: { status: 409, title: "The store requires a newer version" },
} as const;
export type ProblemCode = keyof typeof problems;
const codes = Object.keys(problems) as ProblemCode[];

export const problemItem = record(
  "ProblemItem",
  {
    description: "One problem with the request",
    examples: [
      {
        path: "platforms.ios.minimum",
        pointer: "#/platforms/ios/minimum",
        line: 12,
        detail: 'expected a version in quotes — write "2.10"',
      },
    ],
  },
  {
    path: z.string().meta({ description: "Dotted path in the manifest, the body (`name`) or the query (`reason`)" }),
    pointer: optionalText.meta({ description: "JSON pointer into the body, as a URI fragment (RFC 6901 §6)" }),
    parameter: optionalText.meta({ description: "Query parameter with the problem" }),
    header: optionalText.meta({ description: "Request header with the problem" }),
    line: z.int().min(1).optional().meta({ description: "Line of the body, from 1" }),
    detail: z.string().meta({ description: "Sentence for people: what is wrong and what is accepted" }),
  },
);
export type ProblemItem = Wire<typeof problemItem>;

export const difference = record(
  "Difference",
  { examples: [{ path: "platforms.ios.minimum", before: "2.3.0", after: "2.4.0" }] },
  {
    path: z.string().meta({ description: "Dotted path. A list is one value" }),
    before: z.unknown().optional().meta({ description: "Absent: the member is new" }),
    after: z.unknown().optional().meta({ description: "Absent: the member is deleted" }),
  },
);
export type Difference = Wire<typeof difference>;

export const actorName = textOrNull.meta({
  id: "ActorName",
  description: "Current name of the actor; null: erased, or never named",
  examples: ["deploy script"],
});

export const commitReason = text("Reason that the author gave; empty without one", "release 2.4 is in both stores");
export const commitItem = record("CommitItem", {
  revision,
  at: instant,
  actor: text("Id of the person or token", "t_k3v7q2zd5m"),
  actor_name: actorName,
  reason: commitReason,
});
export type CommitItem = Wire<typeof commitItem>;

const since = record("Since", "Changes to a resource since it was read", {
  revision,
  etag,
  commits: z.array(commitItem).meta({ description: "Commits that changed the resource, newest first, at most 20" }),
  differences: z.array(difference).optional().meta({
    description: "Differences between the version read and the current one; absent if the log no longer goes back that far",
  }),
});
export type Since = Wire<typeof since>;

const keyInUse = record("ReadKeyInUse", {
  project: text("Id of the project", "acme-shop"),
  key: text("Id of the key", "k_m4t9wzq2hd"),
  state: z
    .enum(["active", "expired", "revoked", "deleted"])
    .meta({ description: "State of the key; `deleted`: its project was deleted" }),
});
export type ReadKeyInUse = Wire<typeof keyInUse>;

export const problemSchema = record(
  "Problem",
  {
    description: "Problem (RFC 9457). Programs should check `code`; titles may be reworded.",
    examples: [
      {
        type: "/docs/problems#stale",
        title: "Changed in the meantime",
        status: 412,
        detail: "The resource has changed since it was read. Read it again before you change it.",
        code: "stale",
      },
    ],
  },
  {
    type: z.string().meta({
      format: "uri-reference",
      description: "In the admin API, the page that describes the code; elsewhere `urn:drawbridge:problem:<code>`",
    }),
    title: z.string().meta({ description: "Short title of the code" }),
    status: z.int().meta({ description: "Status of the answer" }),
    detail: z
      .string()
      .meta({ description: "Sentence for people. After `internal_error` it has the reference to look up in the log" }),
    code: z.enum(codes).meta({ description: "Code for programs" }),
    errors: z.array(problemItem).optional().meta({ description: "All problems, with `invalid` and `drift`" }),
    guards: z.array(guardItem).optional().meta({
      description: "With `refused`. `?override=<code>&reason=<why>` passes a guard; `four_eyes` requires the Owner role",
    }),
    in_use: keyInUse.nullable().optional().meta({
      description: "With `key_in_use`, for administrators: the key that has this text. Null: the log no longer has it",
    }),
    since: since.optional().meta({ description: "With `stale`, where If-Match named an older revision" }),
  },
);
export type ProblemDocument = Wire<typeof problemSchema>;
