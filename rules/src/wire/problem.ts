/** RFC 9457: the body of every answer from 400 on. */

import { z } from "zod";
import { guardItem } from "./guard.ts";
import { etag, instant, optionalText, record, revision, text, textOrNull, type Wire } from "./values.ts";

/** Apps and scripts go by the codes: a title may be reworded, a code never. */
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

/** Markdown of docs/reference/problems.md. */
export const problemAdvice: Readonly<Record<ProblemCode, string>> = {
  bad_request:
    "The request is malformed HTTP, or does not have exactly one `Host`. The server closes the connection. Use an HTTP client instead of writing requests by hand; behind a proxy, check that it passes `Host` on.",
  request_timeout:
    "The request did not arrive in time. Send it again; if it happens often, check the network between the client and the server, and the size of the body.",
  uri_too_long: "Path and query are over 8 KiB. Shorten the query; send long content in the body.",
  headers_too_large:
    "The headers are over 16 KiB, or there are more than 200. Clients that send many cookies to this host are the usual cause.",
  not_found:
    "There is nothing at this path, or no such resource, or the client has no role in the project: the answer is the same, so that it does not reveal which projects exist. Check the id, and the roles with `drawbridge whoami`.",
  method_not_allowed: "The path exists, but not with this method. The header `Allow` lists its methods.",
  content_too_large:
    "The body is too large: `detail` has the limit. Send a manifest of less than 4 MiB, and to the read API no body.",
  internal_error:
    "The server failed unexpectedly. The response hides the cause; the log has it under the reference in `detail`. Try again, and report it with that line of the log.",
  missing_api_key:
    "The request to the read API has no `x-api-key`. The app was built without a key, or a proxy drops the header: [read keys](../read-keys.md).",
  unknown_api_key:
    "No key of this server has this text. The key belongs to another server, or was never imported: `drawbridge key list`.",
  expired_api_key: "The key has expired. Extend it with `drawbridge key set --expires`, or ship a build with another key.",
  revoked_api_key:
    "The key was revoked, permanently. Builds that still send it need an update: `drawbridge adoption --keys` shows how many requests do.",
  rate_limited:
    "Too many requests from this address have no valid credential, too many sign-ins failed, or the key has reached the limit that the operator set. Wait as many seconds as `Retry-After` says. In the admin API, `RateLimit` tells how many attempts remain.",
  key_not_allowed:
    "The scope of the key leaves out this endpoint, platform or instance. Use another key; the scope of a key never changes.",
  missing_parameter: "A required parameter of the query is absent or empty. `detail` names every parameter that is wrong.",
  repeated_parameter: "A parameter of the query occurs twice. Send it once.",
  unknown_platform: "The project has no such platform. `ios` and `android` always exist; declare others in the manifest.",
  invalid_version:
    "The server cannot read the app's version. An app with such a version is never told to update: [versions](../versions.md) says what is accepted.",
  unknown_instance: "The project has no instance with this id. Ids are case-sensitive: `drawbridge instance list`.",
  not_ready:
    "The process has not read its store yet, or cannot. Wait as many seconds as `Retry-After` says; `drawbridge doctor` names a lasting cause.",
  overloaded:
    "The process sheds load. Wait as many seconds as `Retry-After` says. Requests with valid read keys are the last to be shed: [limits](../limits.md).",
  invalid:
    "The body, the query or a header has problems. `errors` lists all of them, each with its place and what is accepted. Correct them and send the request again.",
  unauthorized:
    "The token or the session is missing, invalid, expired or revoked, or the password is wrong. Sign in again, or create a token: `drawbridge token create`.",
  forbidden:
    "The role does not allow this, or another site's page sent the request. `detail` names the role that is required: [roles](../roles.md).",
  conflict:
    "The request contradicts the present state, such as a login that is taken or a proposal that is closed. Read the resource again; `detail` says what stands in the way.",
  stale:
    "The resource has changed since the client read it, or the change no longer matches its review. `since` shows what changed. Read and review it again.",
  precondition_required:
    "An edit must name what it changes. Send `If-Match` with the ETag that was read, or `If-None-Match: *` to create: [the admin API](../admin-api.md#edits-name-what-they-change).",
  refused:
    "A guard refuses the change, because it would lock users out or end active maintenance. Correct what the guards list, or override them by name and with a reason: [guards](../publishing.md#guards).",
  drift:
    "The project was changed outside the manifest since the last apply. Take the changes into the file with `drawbridge pull`, or overwrite them with `apply --overwrite`.",
  key_in_use:
    "Another key of this server has this text. Administrators see which one in `in_use`: [read keys](../read-keys.md#a-key-that-another-project-has).",
  unsupported_media_type:
    "The body has another type than the route accepts, is not UTF-8, or is compressed. Send `Content-Type: application/json`, uncompressed.",
  unavailable:
    "The store cannot be used: the server is starting, the database is unreachable, or the disk is full. Reads go on. Try again; `drawbridge doctor` names a lasting cause.",
  empty_data_directory:
    "The database is gone while other files of the server are there: a volume is missing. Reads go on from the replica. Mount the volume, or restore a [backup](../backup.md).",
  newer_store:
    "A newer version of the server has changed the format of the store. Reads go on from the replica. Start the version that `detail` names.",
};

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
    path: z.string().describe("Dotted path in the manifest, the body (`name`) or the query (`reason`)"),
    pointer: optionalText.describe("JSON pointer into the body, as a URI fragment (RFC 6901 §6)"),
    parameter: optionalText.describe("Query parameter with the problem"),
    header: optionalText.describe("Request header with the problem"),
    line: z.int().min(1).optional().describe("Line of the body, from 1"),
    detail: z.string().describe("Sentence for people: what is wrong and what is accepted"),
  },
);
export type ProblemItem = Wire<typeof problemItem>;

export const difference = record(
  "Difference",
  { examples: [{ path: "platforms.ios.minimum", before: "2.3.0", after: "2.4.0" }] },
  {
    path: z.string().describe("Dotted path. A list is one value"),
    before: z.unknown().optional().describe("Absent: the member is new"),
    after: z.unknown().optional().describe("Absent: the member is deleted"),
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
  commits: z.array(commitItem).describe("Commits that changed the resource, newest first, at most 20"),
  differences: z
    .array(difference)
    .optional()
    .describe("Differences between the version read and the current one; absent if the log no longer goes back that far"),
});
export type Since = Wire<typeof since>;

const keyInUse = record("ReadKeyInUse", {
  project: text("Id of the project", "acme-shop"),
  key: text("Id of the key", "k_m4t9wzq2hd"),
  state: z.enum(["active", "expired", "revoked", "deleted"]).describe("State of the key; `deleted`: its project was deleted"),
});
export type ReadKeyInUse = Wire<typeof keyInUse>;

export const problemSchema = record(
  "Problem",
  {
    description: "Problem (RFC 9457). Programs should check `code`; titles may be reworded.",
    examples: [
      {
        type: "/docs/reference/problems#stale",
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
    title: z.string().describe("Short title of the code"),
    status: z.int().describe("Status of the answer"),
    detail: z.string().describe("Sentence for people. After `internal_error` it has the reference to look up in the log"),
    code: z.enum(codes).describe("Code for programs"),
    errors: z.array(problemItem).optional().describe("All problems, with `invalid` and `drift`"),
    guards: z
      .array(guardItem)
      .optional()
      .describe("With `refused`. `?override=<code>&reason=<why>` passes a guard; `four_eyes` requires the Owner role"),
    in_use: keyInUse
      .nullable()
      .optional()
      .describe("With `key_in_use`, for administrators: the key that has this text. Null: the log no longer has it"),
    since: since.optional().describe("With `stale`, where If-Match named an older revision"),
  },
);
export type ProblemDocument = Wire<typeof problemSchema>;
