/** What the document says as a whole: how everything in it is used, and its chapters in the order in which people need them. */
import { type ProblemCode, problems } from "../problem.ts";
import type { Permission } from "./permission.ts";

export const introduction = `Two questions of mobile apps (may this version still run, and is the service up?) and the API by which operators answer them in
advance. Apps ask the *Read API*; everything else is the admin API.

**Who asks.** \`Authorization: Bearer <access token>\`, or the session of somebody who has signed in. Each operation says which role
it takes in the project. Roles are viewer, operator, editor and owner, each with all that the one before may. A project in which
whoever asks has no role is answered like one that does not exist.

**Changes.** PUT, PATCH and DELETE send the ETag that was read in \`If-Match\`, or \`If-None-Match: *\` to make what is not there yet:
without, the answer is 428; where somebody was faster, 412. With \`?dry_run=true\` everything is planned and nothing is changed.
POST takes an \`Idempotency-Key\` instead: sent again within 24 hours, the request is answered the same and not carried out again.

**Lists** come in pages: \`?limit=\` (1 to 1000, 100 unless said) and \`?after=\`, which is \`next\` of the page before; null means that
there are no more.

**Problems** are \`application/problem+json\` (RFC 9457). Programs go by \`code\`. \`errors\` has everything that is wrong at once, each
with a \`pointer\` into the body (RFC 6901, as a URI fragment), or the \`parameter\` or \`header\` that it is about.

**Instants** are RFC 3339 with an offset, **durations** ISO 8601 (\`PT30S\`, \`P30D\`).`;

export const readIntroduction = `The two questions of mobile apps: may this version still run, and is the back end in maintenance? Apps send a read key in
\`x-api-key\`. Read keys identify an app; they are not secrets.

**Problems** are \`application/problem+json\` (RFC 9457). Programs go by \`code\`.`;

/** Chapter → what it is about. Every tag is here. */
export const tags: Readonly<Record<string, string>> = {
  "Read API": "What deployed apps ask, with a read key.",
  Projects: "An app product: its languages, store links and messages.",
  Manifests: "All of a project's configuration as one document, for people who keep it in git.",
  "Version policies": "By platform, which versions may run.",
  Instances: "Deployments of the back end that an app can talk to.",
  "Maintenance windows": "Planned interruptions, and those made by hand, as rules.",
  Maintenance: "What is on and what comes next, and the verbs by which it begins, is extended and ends.",
  Simulation: "What an app would be told.",
  "Read keys": "What apps send in `x-api-key`.",
  Usage: "Who asks with which read key, and who is refused.",
  Feeds: "Maintenance as a calendar and as an Atom feed.",
  History: "What was changed, by whom and why; and the way back.",
  Events: "What is committed, as it happens.",
  Protection: "What a project asks of those who change it.",
  Proposals: "Changes that another person is to approve.",
  Members: "Who may what in a project.",
  "Access tokens": "What scripts and operators show.",
  Edges: "Servers that answer apps from what this one says, and what they show it.",
  Sessions: "Signing in and out.",
  People: "Accounts of this server.",
  Administrators: "Those who may everything on this server.",
  "Care of the data": "What is kept, and for how long.",
  Status: "What is running.",
  Document: "This document.",
};

/** Of what the path and the headers name. */
export const parameterExamples: Readonly<Record<string, string>> = {
  project: "acme-shop",
  platform: "ios",
  window: "db-upgrade",
  instance: "eu-1",
  key: "k_m4t9wzq2hd",
  feed: "f_h8r2mt6wqx",
  token: "t_k3v7q2zd5m",
  person: "u_h8r2mt6wqx",
  proposal: "p_k3v7q2zd5m",
  "if-match": '"8f2c0e1b6a7d4c35.42"',
  "if-none-match": "*",
  "idempotency-key": "deploy 4711",
  accept: "application/yaml",
  "last-event-id": "8f2c0e1b6a7d4c35.42",
};

/** @param description of the route itself */
export function described(description: string | undefined, permission: Permission): string {
  return [description, `**Who may:** ${whoMay(permission)}.`].filter(Boolean).join("\n\n");
}

function whoMay(permission: Permission): string {
  if (permission === "public") return "everybody";
  if (permission === "signed_in") return "whoever has signed in, or shows an access token";
  if (permission === "administrator") return "administrators of the server";
  if (permission === "owner") return "owners of the project";
  return `whoever is at least ${permission === "viewer" ? "a" : "an"} ${permission} in the project`;
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
