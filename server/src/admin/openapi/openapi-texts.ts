import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import { type ProblemCode, problemAdvice, problemItem, problems } from "drawbridge-rules/wire/problem.ts";
import { type AdminRoute, isPreviewable } from "../request/admin-route.ts";

export const introduction = `Drawbridge decides whether app versions may run and whether the back end is in maintenance. Apps use the *Read API*, which
\`/openapi/read.json\` describes on its own. Everything else is the admin API.

**Authentication.** \`Authorization: Bearer <access token>\`, or the session of a person who signed in. Each operation says which role it requires
in the project: viewer, operator, editor or owner, each with all permissions of the one before. A project in which the client has no role
is answered like one that does not exist.

**Changes.** PUT, PATCH and DELETE send the ETag that was read in \`If-Match\`, or \`If-None-Match: *\` to create a resource. Without either, the
answer is 428; if the resource has changed since, 412. With \`?dry_run=true\`, the change is planned and not applied. POST accepts an
\`Idempotency-Key\` instead: a request repeated within 24 hours gets the same answer and is not carried out again.

**Lists** come in pages: \`?limit=\` (1 to 1000, 100 by default) and \`?after=\`, which is \`next\` of the previous page; null means that
there are no more.

**Problems** are \`application/problem+json\` (RFC 9457). Programs should check \`code\`. \`errors\` lists all problems, each
with a \`pointer\` into the body (RFC 6901, as a URI fragment), or the \`parameter\` or \`header\` with the problem.

**Instants** are RFC 3339 with an offset, **durations** ISO 8601 (\`PT30S\`, \`P30D\`), or in a request also \`30s\` and \`1h30m\`.

**Headers.** Every answer of the admin API has \`Cache-Control: no-store\`, \`X-Content-Type-Options: nosniff\` and
\`X-Request-Id\`, which is also in the log line of the request.`;

export const readIntroduction = `Tells mobile apps whether their version may still run and whether the back end is in maintenance. Apps send a read key in
\`x-api-key\`. Read keys identify an app; they are not secrets.

**Problems** are \`application/problem+json\` (RFC 9457). Programs should check \`code\`.`;

export const tags: Readonly<Record<string, string>> = {
  "Read API": "Requests of apps, with a read key.",
  Projects: "App products: languages, store links and messages.",
  Manifests: "A project's configuration as one document, for teams that keep it in git.",
  "Version policies": "Versions of the app that may run, by platform.",
  Instances: "Deployments of the back end that apps can talk to.",
  "Maintenance windows": "Planned interruptions, once or repeated.",
  Maintenance: "Active and upcoming maintenance, and the verbs that start, extend and end it.",
  Simulation: "Answers that apps would get.",
  "Read keys": "Keys that apps send in `x-api-key`.",
  Usage: "Requests by read key, accepted and refused.",
  Feeds: "Maintenance as a calendar.",
  History: "Changes with author and reason, and ways to revert them.",
  Events: "Commits as they happen.",
  Protection: "Rules for edits of a project.",
  Proposals: "Changes that another person has to approve.",
  Members: "Roles of people in a project.",
  Tokens: "Secret credentials of people and scripts, of edges, and of calendars.",
  Webhooks: "Receivers of events, and what was sent to them.",
  Edges: "Servers that answer apps from this one's data.",
  Sessions: "Signing in and out.",
  People: "Accounts of this server.",
  Administrators: "People with full access to this server.",
  Store: "Compaction and backup of the data.",
  Status: "State of the running program.",
  Document: "The OpenAPI documents.",
};

export function described(description: string | undefined, route: Pick<AdminRoute, "permission" | "query">): string {
  return [description, requirement(route)].filter(Boolean).join("\n");
}

function requirement(route: Pick<AdminRoute, "permission" | "query">): string {
  const { permission } = route;
  if (permission === "public") return "Public.";
  if (permission === "signed_in") return "Requires a session or an access token.";
  if (permission === "administrator") return "Requires an administrator.";
  if (isPreviewable(route)) return "Requires the Editor role, and for a dry run the Viewer role.";
  return `Requires the ${permission.charAt(0).toUpperCase()}${permission.slice(1)} role.`;
}

export function problemExample(code: ProblemCode, type: string): object {
  const { status, title } = problems[code];
  const shared = { type, title, status, detail: /^.*?\.(?= |$)/.exec(problemAdvice[code])?.[0] ?? title, code };
  const errors = ["invalid", "drift"].includes(code) ? problemItem.meta()?.examples : undefined;
  if (errors) return { ...shared, errors };
  return code === "refused" ? { ...shared, guards: [refusedGuard] } : shared;
}

const refusedGuard: GuardItem = {
  code: "store_link",
  path: "platforms.ios",
  pointer: "#",
  platform: "ios",
  store: "apple",
  minimum: "2.4.0",
  detail: "iOS has no store link, and versions below 2.4.0 must update: set the App Store link.",
};
