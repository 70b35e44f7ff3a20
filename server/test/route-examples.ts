/** A request to each admin route that succeeds in the installation of `permission-world.ts`. Tests of every route fail without one. */
import type { Permission } from "../src/admin/request/permission.ts";
import { installationToken, installationWebhook, type Side } from "./permission-names.ts";
import { approvedProposal, editedAt, hashOfProposal, importedKey, manifestOf, openLink, password } from "./permission-world.ts";

type Names = Readonly<Record<string, string>>;

/** Sends a request as the requester; returns the answer as JSON. */
export type Ask = (method: string, path: string, body: unknown, headers?: Names) => Promise<Readonly<Record<string, Names>>>;

export interface RouteExample {
  readonly permission: Permission;
  /** Body for the requested side. */
  readonly body?: object | ((side: Side) => unknown);
  readonly query?: string;
  readonly headers?: Names;
  /** Path parameters other than the side's own. */
  readonly params?: Names | ((side: Side) => Names);
  /** Status for permitted requesters, if the test's installation cannot make the request succeed. */
  readonly answer?: number;
  /** It only looks something up, or its result cannot be read anywhere. */
  readonly changesNothing?: true;
  /** Only signed-in people can do this: a token that does not count as a person gets 403. */
  readonly isForPeople?: true;
  /** Creates a prerequisite that belongs to the requester; returns further path parameters. */
  readonly prepare?: (ask: Ask, side: Side) => Promise<Names>;
}

/** A proposal by the requester: only its author can withdraw it. */
async function propose(ask: Ask, { project }: Side): Promise<Names> {
  const path = `/admin/v1/projects/${project}/windows/proposed?propose=true`;
  const { proposal } = await ask("PUT", path, { start: "2026-12-13T02:00", duration: "PT1H" }, creating);
  return { proposal: proposal?.id ?? "" };
}

/** The requester's own session: others' are never found. */
async function ownSession(ask: Ask): Promise<Names> {
  const { sessions } = await ask("GET", "/admin/v1/sessions", undefined);
  const [own] = Object.values(sessions ?? {}) as unknown as readonly Names[];
  return { session: own?.id ?? "" };
}

const creating = { "if-none-match": "*" };
const merging = { "content-type": "application/merge-patch+json" };
const renaming = { body: { name: "Another name" }, headers: merging };
const ofWebhook = { params: { webhook: installationWebhook } };
const occurrenceOf = ({ window }: Side) => `${window}/2026-12-06T02:00`;
const activeWindow = ({ project }: Side) => `${project}-now`;

/** By the permission that a review found right, which repeats the one beside the handler: lowering one requires lowering both. */
function open(permission: Permission, examples: Readonly<Record<string, Omit<RouteExample, "permission">>>) {
  const entries = Object.entries(examples).map(([route, example]) => [route, { permission, ...example }] as const);
  return Object.fromEntries(entries);
}

/** `METHOD path` as in the document; an edit is sent with If-Match: *. */
export const routeExamples: Readonly<Record<string, RouteExample>> = {
  ...open("public", {
    "GET /openapi.json": {},
    "GET /openapi/read.json": {},
    "GET /manifest.schema.json": {},
    "GET /admin/v1/server-proof": { query: `challenge=${"a".repeat(43)}` },
    "GET /admin/v1/sign-in": {},
    // There is no identity provider here.
    "POST /admin/v1/sign-in/provider": { answer: 404, changesNothing: true },
    "GET /sign-in/callback": { query: "code=x&state=y", answer: 303 },
    "POST /admin/v1/account-links/inspect": { body: { link: openLink }, changesNothing: true },
    "POST /admin/v1/account-links/redeem": { body: { link: openLink, password } },
    "POST /admin/v1/session": { body: { login: "u_stray@test.example", password } },
  }),
  ...open("signed_in", {
    "GET /admin/v1/status": {},
    "GET /admin/v1/time-zones": { query: "zone=Europe/Rome" },
    "GET /status": {},
    "GET /admin/v1/events": { query: "follow=false" },
    "GET /admin/v1/session": {},
    "DELETE /admin/v1/session": { isForPeople: true },
    "GET /admin/v1/sessions": { isForPeople: true },
    "DELETE /admin/v1/sessions/{session}": { params: { session: "s_nobodys" }, prepare: ownSession, isForPeople: true },
    "POST /admin/v1/sessions/end": { isForPeople: true },
    "POST /admin/v1/session/password": {
      body: { current: password, password: "another one than every one of them has" },
      isForPeople: true,
    },
    "GET /admin/v1/projects": {},
    "GET /admin/v1/overview": { query: "projects=acme-shop" },
  }),
  ...open("viewer", {
    "GET /admin/v1/projects/{project}": {},
    "GET /admin/v1/projects/{project}/manifest": {},
    "GET /admin/v1/projects/{project}/platforms": {},
    "GET /admin/v1/projects/{project}/platforms/{platform}": {},
    "GET /admin/v1/projects/{project}/instances": {},
    "GET /admin/v1/projects/{project}/instances/{instance}": {},
    "GET /admin/v1/projects/{project}/windows": {},
    "GET /admin/v1/projects/{project}/windows/{window}": {},
    "GET /admin/v1/projects/{project}/maintenance": {},
    "GET /admin/v1/projects/{project}/keys": {},
    "GET /admin/v1/projects/{project}/keys/{key}": {},
    "GET /admin/v1/projects/{project}/usage": {},
    "GET /admin/v1/projects/{project}/adoption": {},
    "GET /admin/v1/projects/{project}/tokens": {},
    "GET /admin/v1/projects/{project}/tokens/{token}": {},
    "GET /admin/v1/projects/{project}/members": {},
    "GET /admin/v1/projects/{project}/protection": {},
    "GET /admin/v1/projects/{project}/proposals": {},
    "GET /admin/v1/projects/{project}/proposals/{proposal}": {},
    "GET /admin/v1/projects/{project}/history": {},
    "GET /admin/v1/projects/{project}/events": { query: "follow=false" },
    "GET /admin/v1/projects/{project}/simulate": { query: "platform=ios&version=1.0" },
  }),
  ...open("operator", {
    "PUT /admin/v1/projects/{project}/windows/{window}": { body: { start: "2026-12-07T02:00", duration: "PT1H" } },
    "PATCH /admin/v1/projects/{project}/windows/{window}": { body: { duration: "PT1H" }, headers: merging },
    "DELETE /admin/v1/projects/{project}/windows/{window}": {},
    "POST /admin/v1/projects/{project}/maintenance/start": { body: { for: "PT30M", whole_project: true } },
    "POST /admin/v1/projects/{project}/maintenance/extend": { body: (side) => ({ window: activeWindow(side), by: "PT15M" }) },
    "POST /admin/v1/projects/{project}/maintenance/complete": { body: (side) => ({ window: activeWindow(side) }) },
    "POST /admin/v1/projects/{project}/maintenance/cancel": { body: (side) => ({ occurrence: occurrenceOf(side) }) },
    "POST /admin/v1/projects/{project}/maintenance/move": {
      body: (side) => ({ occurrence: occurrenceOf(side), start: "2026-12-07T02:00" }),
    },
    "PATCH /admin/v1/projects/{project}/tokens/{token}": renaming,
    // Access tokens require the role of an owner: `tokens.test.ts`.
    "POST /admin/v1/projects/{project}/tokens": { body: { kind: "calendar", name: "another" } },
    "POST /admin/v1/projects/{project}/tokens/{token}/revoke": {},
    "POST /admin/v1/projects/{project}/proposals/{proposal}/approve": {
      body: (side) => ({ hash: hashOfProposal(side, side.proposal) }),
      isForPeople: true,
    },
    "POST /admin/v1/projects/{project}/proposals/{proposal}/update": {
      // It is not out of date.
      changesNothing: true,
      body: (side) => ({ hash: hashOfProposal(side, side.proposal) }),
    },
    "POST /admin/v1/projects/{project}/proposals/{proposal}/publish": {
      params: (side) => ({ proposal: approvedProposal(side) }),
      body: (side) => ({ hash: hashOfProposal(side, approvedProposal(side)) }),
    },
    "POST /admin/v1/projects/{project}/proposals/{proposal}/reject": { body: { reason: "not now" } },
    "POST /admin/v1/projects/{project}/proposals/{proposal}/withdraw": { prepare: propose },
  }),
  ...open("editor", {
    "PUT /admin/v1/projects/{project}": { body: { name: "Another name" }, query: "override=store_link&reason=x" },
    "PATCH /admin/v1/projects/{project}": { body: { ttl: "PT1M" }, headers: merging },
    "PUT /admin/v1/projects/{project}/manifest": {
      body: (side) => ({ ...manifestOf(side), name: "Another name" }),
      query: "overwrite=true",
    },
    "PUT /admin/v1/projects/{project}/platforms/{platform}": { body: { minimum: "2.0", store: "none" } },
    "PATCH /admin/v1/projects/{project}/platforms/{platform}": { body: { minimum: "2.0" }, headers: merging },
    "DELETE /admin/v1/projects/{project}/platforms/{platform}": {},
    "PUT /admin/v1/projects/{project}/instances/{instance}": { body: { name: "Another name" } },
    "PATCH /admin/v1/projects/{project}/instances/{instance}": { body: { name: "Another name" }, headers: merging },
    "DELETE /admin/v1/projects/{project}/instances/{instance}": {},
    "POST /admin/v1/projects/{project}/undo": { body: (side) => ({ revision: editedAt(side) }) },
  }),
  ...open("owner", {
    "DELETE /admin/v1/projects/{project}": { query: "override=in_use,active_window&reason=x" },
    "PATCH /admin/v1/projects/{project}/keys/{key}": renaming,
    "POST /admin/v1/projects/{project}/keys": { body: { name: "another" } },
    "POST /admin/v1/projects/{project}/keys/import": { body: { name: "another", value: "carried-since-2019" } },
    "POST /admin/v1/projects/{project}/keys/{key}/rotate": {},
    "POST /admin/v1/projects/{project}/keys/{key}/revoke": {},
    "PUT /admin/v1/projects/{project}/members/{person}": { body: { role: "editor" } },
    "DELETE /admin/v1/projects/{project}/members/{person}": {},
    "POST /admin/v1/projects/{project}/members": {
      body: ({ project }) => ({ login: `new@${project}.example`, name: "New", role: "viewer" }),
    },
    "POST /admin/v1/projects/{project}/members/lookup": { body: { login: "u_stray@test.example" }, changesNothing: true },
    "PUT /admin/v1/projects/{project}/protection": { body: { four_eyes: true, reason_required: true } },
  }),
  ...open("administrator", {
    "GET /metrics": {},
    // All data of the installation is recent.
    "POST /admin/v1/compact": { changesNothing: true },
    // The installation is in memory.
    "POST /admin/v1/backup": { answer: 422, changesNothing: true },
    "GET /admin/v1/usage": {},
    "GET /admin/v1/history": {},
    "GET /admin/v1/edges": {},
    "GET /admin/v1/tokens": {},
    "GET /admin/v1/tokens/{token}": { params: { token: installationToken } },
    "PATCH /admin/v1/tokens/{token}": { params: { token: installationToken }, ...renaming },
    "POST /admin/v1/tokens": { body: { name: "another" } },
    "POST /admin/v1/tokens/{token}/revoke": { params: { token: installationToken } },
    "GET /admin/v1/webhooks": {},
    "GET /admin/v1/webhooks/{webhook}": ofWebhook,
    "POST /admin/v1/webhooks": { body: { name: "another", url: "https://hooks.example.com/drawbridge" } },
    "PATCH /admin/v1/webhooks/{webhook}": { ...ofWebhook, ...renaming },
    "POST /admin/v1/webhooks/{webhook}/rotate": ofWebhook,
    "DELETE /admin/v1/webhooks/{webhook}": ofWebhook,
    // Nothing listens at its URL, and nothing was sent to it.
    "POST /admin/v1/webhooks/{webhook}/test": { ...ofWebhook, changesNothing: true },
    "GET /admin/v1/webhooks/{webhook}/deliveries": ofWebhook,
    "POST /admin/v1/webhooks/{webhook}/replay": { ...ofWebhook, changesNothing: true },
    "GET /admin/v1/administrators": {},
    "PUT /admin/v1/administrators/{person}": { params: { person: "u_stray" }, headers: creating },
    "DELETE /admin/v1/administrators/{person}": { params: { person: "u_another_administrator" } },
    "GET /admin/v1/people": {},
    "POST /admin/v1/people": { body: { login: "new@test.example", name: "New person" } },
    "GET /admin/v1/people/{person}": {},
    "POST /admin/v1/people/{person}/link": { changesNothing: true },
    "POST /admin/v1/people/{person}/disable": {},
    "POST /admin/v1/people/{person}/enable": { params: { person: "u_disabled" } },
    "POST /admin/v1/people/{person}/sign-out": {},
    "POST /admin/v1/people/{person}/erase": {},
    "POST /admin/v1/keys/release": { body: (side) => ({ project: side.project, key: importedKey(side) }), query: "reason=x" },
    "POST /admin/v1/keys/move": {
      body: (side) => ({ project: side.project, key: importedKey(side), to: "theirs" }),
      query: "reason=x",
    },
  }),
};

export interface ExampleRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** JSON text. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The example of a route, for the project of `side`; `objects` provides the other ids in the path. */
export function exampleRequest(route: string, side: Side, objects: Side = side, prepared: Names = {}): ExampleRequest {
  const example = routeExamples[route];
  if (!example) throw new Error(`${route} has no example in route-examples.ts: add a line there`);
  const { params, body: own } = example;
  const [method = "", template = ""] = route.split(" ");
  const names: Names = {
    ...objects,
    ...(typeof params === "function" ? params(objects) : params),
    project: side.project,
    ...prepared,
  };
  const path = template.replaceAll(/\{(.+?)\}/g, (_, name: string) => encodeURIComponent(idIn(names, name, route)));
  const body = own === undefined ? undefined : JSON.stringify(typeof own === "function" ? own(side) : own);
  return {
    method,
    path: example.query === undefined ? path : `${path}?${example.query}`,
    body,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(["PUT", "PATCH", "DELETE"].includes(method) && !example.headers?.["if-none-match"] ? { "if-match": "*" } : {}),
      ...example.headers,
    },
  };
}

function idIn(names: Readonly<Record<string, string>>, name: string, route: string): string {
  const id = names[name];
  if (id === undefined) throw new Error(`${route}: permission-world.ts has nothing that {${name}} could name`);
  return id;
}
