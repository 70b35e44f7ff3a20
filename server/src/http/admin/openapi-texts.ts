/** What the document says as a whole: how everything in it is used, and its chapters in the order in which people need them. */
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import type { Permission } from "./permission.ts";

export const introduction = `Drawbridge decides whether app versions may run and whether the back end is in maintenance. Apps ask the *Read API*, which
\`/openapi/read.json\` describes alone. Everything else is the admin API.

**Authentication.** \`Authorization: Bearer <access token>\`, or the session of a person who signed in. Each operation says which role it requires
in the project: viewer, operator, editor or owner, each with all rights of the one before. A project in which the client has no role
is answered like one that does not exist.

**Changes.** PUT, PATCH and DELETE send the ETag that was read in \`If-Match\`, or \`If-None-Match: *\` to create something. Without either the
answer is 428; if the resource has changed since, 412. With \`?dry_run=true\` everything is planned and nothing is changed. POST takes an
\`Idempotency-Key\` instead: a request repeated within 24 hours gets the same answer and is not carried out again.

**Lists** come in pages: \`?limit=\` (1 to 1000, 100 by default) and \`?after=\`, which is \`next\` of the previous page; null means that
there are no more.

**Problems** are \`application/problem+json\` (RFC 9457). Programs go by \`code\`. \`errors\` lists everything that is wrong, each
with a \`pointer\` into the body (RFC 6901, as a URI fragment), or the \`parameter\` or \`header\` with the problem.

**Instants** are RFC 3339 with an offset, **durations** ISO 8601 (\`PT30S\`, \`P30D\`), or in a request also \`30s\` and \`1h30m\`.

**Headers.** Every answer of the admin API has \`Cache-Control: no-store\`, \`X-Content-Type-Options: nosniff\` and \`X-Request-Id\`.`;

export const readIntroduction = `The two questions of mobile apps: may this version still run, and is the back end in maintenance? Apps send a read key in
\`x-api-key\`. Read keys identify an app; they are not secrets.

**Problems** are \`application/problem+json\` (RFC 9457). Programs go by \`code\`.`;

/** Chapter → what it is about. Every tag is here. */
export const tags: Readonly<Record<string, string>> = {
  "Read API": "Requests of apps, with a read key.",
  Projects: "App products: languages, store links and messages.",
  Manifests: "A project's configuration as one document, for teams that keep it in git.",
  "Version policies": "Versions that may run, by platform.",
  Instances: "Deployments of the back end that apps can talk to.",
  "Maintenance windows": "Planned interruptions, once or repeated.",
  Maintenance: "Active and upcoming maintenance, and the verbs that start, extend and end it.",
  Simulation: "Answers that apps would get.",
  "Read keys": "Keys that apps send in `x-api-key`.",
  Usage: "Requests by read key, accepted and refused.",
  Feeds: "Maintenance as a calendar and as an Atom feed.",
  History: "Changes with author and reason, and ways to revert them.",
  Events: "Commits as they happen.",
  Protection: "Rules for editing a project.",
  Proposals: "Changes that another person has to approve.",
  Members: "Roles of people in a project.",
  "Access tokens": "Credentials of scripts and operators.",
  Edges: "Servers that answer apps from this one's data, and their tokens.",
  Sessions: "Signing in and out.",
  People: "Accounts of this server.",
  Administrators: "People who may do everything on this server.",
  "Care of the data": "Compaction and backup.",
  Status: "State of the running program.",
  Document: "These documents.",
};

/** @param description of the route itself */
export function described(description: string | undefined, permission: Permission): string {
  return [description, requirement(permission)].filter(Boolean).join("\n\n");
}

function requirement(permission: Permission): string {
  if (permission === "public") return "Public.";
  if (permission === "signed_in") return "Requires a session or an access token.";
  if (permission === "administrator") return "Requires an administrator.";
  return `Requires the ${permission.charAt(0).toUpperCase()}${permission.slice(1)} role.`;
}

/** One problem of that code, as it may come. */
export function problemExample(code: ProblemCode): object {
  const { status, title } = problems[code];
  const shared = { type: `urn:drawbridge:problem:${code}`, title, status, detail: details[code] ?? `${title}.`, code };
  const errors = items[code];
  return errors ? { ...shared, errors } : shared;
}

const details: Partial<Record<ProblemCode, string>> = {
  invalid: "the policy has 1 problem",
  unauthorized: "The header Authorization is not `Bearer` with an access token that is valid.",
  forbidden: "This takes the role editor in the project. Yours is viewer.",
  not_found: "There is no such project.",
  conflict: "It was changed meanwhile by somebody else.",
  stale: "It was changed since it was read. Read it again, and decide again.",
  precondition_required: "Send If-Match with the ETag that was read, or If-None-Match: * to create what is not there yet.",
  refused: "refused by the guard store_link; mend what it names, or override it by name with a reason",
  drift: "The project was changed another way since the last apply. Take that into the manifest, or overwrite it.",
  key_in_use: "This installation has a key with this value already.",
  rate_limited: "There were too many of these. Try again in 5 seconds.",
  content_too_large: "A body has at most 4 MiB; where no role is asked for, 64 KiB.",
  unsupported_media_type: "Send Content-Type: application/json, in UTF-8 and not compressed.",
  internal_error: "The server could not answer this request. Its log knows more under the reference 5f0c….",
  overloaded: "The service has more to do than it can. Try again in a moment.",
  unavailable: "The service is starting. Ask again in a moment.",
};

const items: Partial<Record<ProblemCode, readonly object[]>> = {
  invalid: [
    {
      path: "platforms.ios.minimum",
      pointer: "#/minimum",
      line: 1,
      detail: 'expected a version in quotes — write "2.10"',
    },
  ],
  refused: [
    { path: "platforms.ios", pointer: "#", guard: "store_link", detail: "forces an update, and has no link to the store" },
  ],
  drift: [
    {
      path: "platforms.ios.minimum",
      pointer: "#/platforms/ios/minimum",
      detail: 'last applied "2.3.0", now "2.5.0", this manifest "2.4.0"',
    },
  ],
};
