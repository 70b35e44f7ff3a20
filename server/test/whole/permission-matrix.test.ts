/** Every route × requester × objects of either side: exactly the permitted requests succeed, and the others change nothing. */
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { isAtLeast, type Role, roles } from "drawbridge-rules/people/role.ts";
import { type AdminServer, adminServer } from "../admin-server.ts";
import { credentialNamed, ours, publicUrl, type Side, theirs } from "../permission-names.ts";
import { everythingIn, permissionWorld, sessionOf } from "../permission-world.ts";
import { type Ask, exampleRequest, routeExamples } from "../route-examples.ts";
import { runSeed } from "../run-seed.ts";

let server: AdminServer;
let untouched: string;

async function renew(): Promise<void> {
  server = await permissionWorld();
  untouched = await everythingIn(server.store);
}

beforeEach(renew);

interface Cell {
  readonly route: string;
  readonly requester: Requester;
  /** The side whose project is in the path. */
  readonly side: Side;
  /** The side of the other ids in the path. */
  readonly objects: Side;
}

/** The status of a refusal before any look-up; null means the requester is admitted. */
function refusalOf(route: string, requester: Requester, project: string): number | null {
  const { permission, isForPeople } = routeExamples[route] ?? assert.fail(route);
  if (permission === "public") return null;
  if (!requester.isKnown) return 401;
  const isIn = requester.isAdministrator || permission === "signed_in";
  const role = requester.roles[project] ?? null;
  if (!isIn && permission === "administrator") return 403;
  if (!isIn && !isAtLeast(role, permission as Role)) return role === null ? 404 : 403;
  return isForPeople && !requester.isPerson ? 403 : null;
}

async function answerTo({ route, requester, side, objects }: Cell, isPermitted: boolean) {
  const send = (method: string, path: string, body: unknown, headers = {}) =>
    server.ask(method, path, { body, headers: { ...headers, ...requester.headers }, token: null });
  const ask: Ask = async (...asked) => (await send(...asked)).json();
  const prepared = isPermitted ? await routeExamples[route]?.prepare?.(ask, side) : undefined;
  const { method, path, body, headers } = exampleRequest(route, side, objects, prepared);
  return send(method, path, body, headers);
}

function isPermitted({ route, requester, side, objects }: Cell): boolean {
  return side === objects && refusalOf(route, requester, side.project) === null;
}

function describeCell({ route, requester, side, objects }: Cell): string {
  return `${route} of ${side.project} with the ids of ${objects.project}, asked by ${requester.name}`;
}

async function checkPermitted(cell: Cell): Promise<void> {
  const { route } = cell;
  const what = describeCell(cell);
  const { status, text } = await answerTo(cell, true);
  const { answer, changesNothing } = routeExamples[route] ?? {};
  assert.ok(answer === undefined ? status >= 200 && status < 300 : status === answer, `${what} → ${status} ${text}`);
  checkNothingForeign(cell, text, what);
  const isRead = route.startsWith("GET ");
  assert.equal(
    (await everythingIn(server.store)) !== untouched,
    !isRead && !changesNothing,
    `${what}: whether it changed anything`,
  );
  if (!isRead) await renew();
}

async function checkRefused(cell: Cell): Promise<void> {
  const { route, requester, side, objects } = cell;
  const refusal = refusalOf(route, requester, side.project);
  const { status, text } = await answerTo(cell, false);
  // The handler checks whether the requester is a person: for missing objects, it may answer that first.
  const isForPeople = routeExamples[route]?.isForPeople && side !== objects;
  const expected = refusal === null ? [404, 412] : isForPeople ? [refusal, 404] : [refusal];
  assert.ok(expected.includes(status), `${describeCell(cell)} → ${status} ${text}`);
}

/** A requester without a role in the other project reads nothing of it. */
function checkNothingForeign({ side, requester }: Cell, text: string, what: string): void {
  if (requester.isAdministrator || side === theirs || requester.roles.theirs !== undefined) return;
  assert.doesNotMatch(text, /theirs/, what);
}

function cellsOf(route: string, requester: Requester): Cell[] {
  const own: Cell = { route, requester, side: ours, objects: ours };
  if (!route.includes("{project}")) return [own];
  const foreign = { ...own, side: theirs, objects: theirs };
  const namesMore = route.replace("{project}", "").includes("{");
  return [own, foreign, ...(namesMore ? [{ ...own, objects: theirs }] : [])];
}

describe("every route of the admin API", async () => {
  const { api, document } = await adminServer();
  const routes = api.paths.map(({ method, path }) => `${method} ${path}`).sort();

  test("has an example, with the permission that was reviewed", () => {
    const declared = routes.map((route) => {
      const [method = "", path = ""] = route.split(" ");
      const operation = document.paths[path]?.[method.toLowerCase()] as { readonly "x-permission"?: string } | undefined;
      return [route, operation?.["x-permission"]];
    });
    const reviewed = Object.entries(routeExamples).map(([route, { permission }]) => [route, permission]);
    assert.deepEqual(Object.fromEntries(declared), Object.fromEntries(reviewed));
  });

  for (const [index, route] of routes.entries()) {
    test(`${route}: exactly who may, gets in`, async () => {
      // A quarter of those who open nothing: they are refused before the route is looked at, and the seeds of runs get to all.
      const asking = requesters.filter(({ isKnown }, place) => isKnown || place % 4 === (index + runSeed) % 4);
      const cells = asking.flatMap((requester) => cellsOf(route, requester));
      for (const cell of cells) if (!isPermitted(cell)) await checkRefused(cell);
      assert.equal(await everythingIn(server.store), untouched, "a refused request has changed something");
      const permitted = cells.filter(isPermitted);
      // Every change takes a new installation: a third of those permitted, and the seeds of runs get to all.
      const isTurn = (place: number) =>
        route.startsWith("GET ") || place % 3 === (index + runSeed) % Math.min(3, permitted.length);
      for (const [place, cell] of permitted.entries()) if (isTurn(place)) await checkPermitted(cell);
    });
  }
});

test("viewers preview an editor's edit and nothing else, and a preview changes nothing", async () => {
  const viewer = tokenOf("ours", "viewer");
  for (const route of Object.keys(routeExamples).filter((each) => !each.startsWith("GET ") && each.includes("{project}"))) {
    const { method, path, body, headers } = exampleRequest(route, ours, ours);
    const [bare = "", query = ""] = path.split("?");
    const isEdit = routeExamples[route]?.permission === "editor";
    for (const dry of [
      "dry_run=true",
      "dry_run=true&propose=true",
      "dry_run=false",
      "dry_run=true&dry_run=false",
      "dry_run=",
      "propose=true",
    ]) {
      const asked = `${bare}?${[query, dry].filter(Boolean).join("&")}`;
      const { status, text } = await server.ask(method, asked, { body, headers: { ...headers, ...viewer.headers }, token: null });
      const expected = isEdit && dry.startsWith("dry_run=true") && !dry.endsWith("false") ? 200 : 403;
      assert.equal(status, expected, `${method} ${asked} → ${text}`);
    }
  }
  assert.equal(await everythingIn(server.store), untouched);
});

test("a project in which one has no role is answered as one that never was, to the letter", async () => {
  const nowhere = { ...theirs, project: "nowhere" };
  const without = requesters.filter(({ isKnown, isAdministrator, roles: held }) => isKnown && !isAdministrator && !held.theirs);
  for (const route of Object.keys(routeExamples).filter((each) => each.includes("{project}"))) {
    for (const requester of without) {
      const [there, none] = [theirs, nowhere].map(async (side) => {
        const { status, headers, text } = await answerTo({ route, requester, side, objects: theirs }, false);
        // Each has an id of its own, which reveals nothing.
        return [status, [...headers].filter(([name]) => name !== "x-request-id"), text];
      });
      assert.deepEqual(await there, await none, `${route} by ${requester.name}`);
    }
  }
});

interface Requester {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isKnown: boolean;
  readonly isAdministrator: boolean;
  /** A signed-in person; tokens here do not count as a person. */
  readonly isPerson: boolean;
  /** In `ours` and in `theirs`. */
  readonly roles: Readonly<Record<string, Role>>;
}

const nothing = { headers: {}, isKnown: false, isAdministrator: false, isPerson: false, roles: {} } as const;

function withToken(id: string): Pick<Requester, "headers"> {
  return { headers: { authorization: `Bearer ${credentialNamed("dba_", id)}` } };
}

const worthless: readonly Requester[] = [
  { ...nothing, name: "an anonymous client" },
  ...["t_unknown", "t_ours_expired", "t_ours_revoked", "t_everything_expired", "t_everything_revoked"].map((id) => ({
    ...nothing,
    name: `the token ${id}`,
    ...withToken(id),
  })),
];

const administratorsToken: Requester = {
  ...nothing,
  name: "an administrator's token",
  ...withToken("t_administrator"),
  isKnown: true,
  isAdministrator: true,
};

const projectTokens: readonly Requester[] = [...roles.map((role) => tokenOf("ours", role)), tokenOf("theirs", "owner")];

function tokenOf(project: string, role: Role): Requester {
  const name = `a token of ${project}, ${role}`;
  return { ...nothing, name, ...withToken(`t_${project}_${role}`), isKnown: true, roles: { [project]: role } };
}

/** Headers that a browser sends from our own page. */
function withSession(person: string): Pick<Requester, "headers"> {
  const { id } = sessionOf(person);
  return { headers: { cookie: `__Host-drawbridge=${id}`, origin: publicUrl, "sec-fetch-site": "same-origin" } };
}

const closedSessions: readonly Requester[] = [
  ["u_disabled", "a disabled person, an owner of both projects"],
  ["u_disabled_administrator", "an administrator who is disabled"],
  ["u_unknown", "a session that never was"],
  ["expired", "an administrator's session that has expired"],
  ["idle", "an administrator's session that was idle for too long"],
].map(([id = "", name = ""]) => ({ ...nothing, name, ...withSession(id) }));

const person = { ...nothing, isKnown: true, isPerson: true };

const people: readonly Requester[] = [
  { ...person, name: "a person without a role", ...withSession("u_stray") },
  ...roles.map((role) => personOf("ours", role)),
  personOf("theirs", "owner"),
  { ...person, name: "an administrator", ...withSession("u_administrator"), isAdministrator: true },
];

function personOf(project: string, role: Role): Requester {
  const name = `the ${role} of ${project}`;
  return { ...person, name, ...withSession(`u_${project}_${role}`), roles: { [project]: role } };
}

const requesters: readonly Requester[] = [...worthless, ...closedSessions, ...projectTokens, administratorsToken, ...people];
