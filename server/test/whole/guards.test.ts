import assert from "node:assert/strict";
import { after, test } from "node:test";
import { guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { type AdminResponse, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories()();
const program = await startProgram({ directory, now: () => Date.parse("2026-11-21T12:00:00Z") });
after(() => program.stop());

type Form = Readonly<Record<string, unknown>>;
type GuardCode = (typeof guardCodes)[number];

interface Request {
  readonly method: string;
  /** Below the project. */
  readonly path: string;
  readonly body?: Form;
}

interface Scenario {
  readonly base: Form;
  readonly prepare?: readonly Request[];
  /** Requests of iOS apps before it, by version. */
  readonly requests?: Readonly<Record<string, number>>;
  readonly change: Request;
}

const links = { apple: "https://apps.apple.com/app/id1", android: "https://example.com/a" };
const running = { now: { start: "2026-11-21T11:00", duration: "PT2H" } };
const long = { start: "2027-01-03T02:00", duration: "P2D" };
const scenarios: Readonly<Record<GuardCode, Scenario>> = {
  store_link: {
    base: { platforms: { ios: {} } },
    change: { method: "PUT", path: "/platforms/ios", body: { minimum: "2" } },
  },
  every_version_blocked: {
    base: { platforms: { tv: { store: "none" } } },
    change: { method: "PUT", path: "/platforms/tv", body: { store: "none", blocked: [">=0"] } },
  },
  long_maintenance: {
    base: { windows: { soon: { start: "2026-12-06T02:00", duration: "PT2H" }, ...running } },
    change: { method: "PUT", path: "/windows/long", body: long },
  },
  past_end: {
    base: {},
    // Planned from 08:00 to 10:00, and it is noon.
    change: { method: "PUT", path: "/windows/past", body: { start: "2026-11-21T08:00", duration: "PT2H", overrun: "hold" } },
  },
  first_language: {
    base: { languages: ["en", "de"] },
    change: {
      ...{ method: "PUT", path: "/windows/german" },
      body: { start: "2027-01-03T02:00", duration: "PT1H", message: { de: "Bis {end_time}." } },
    },
  },
  in_use: {
    base: { instances: { "eu-1": { name: "Europe" } } },
    prepare: [{ method: "POST", path: "/keys", body: { name: "apps", instances: ["eu-1"] } }],
    change: { method: "DELETE", path: "/instances/eu-1" },
  },
  active_window: { base: { windows: running }, change: { method: "DELETE", path: "/windows/now" } },
  locks_out: {
    base: { stores: links, platforms: { ios: { minimum: "2" } } },
    requests: { "2.0.0": 50, "3.0.0": 50 },
    change: { method: "PATCH", path: "/platforms/ios", body: { minimum: "3" } },
  },
  unseen_version: {
    base: { stores: links, platforms: { ios: { minimum: "2", releases: [{ version: "2.7" }] } } },
    change: { method: "PATCH", path: "/platforms/ios", body: { minimum: "3" } },
  },
  four_eyes: {
    base: { stores: links, platforms: { ios: { minimum: "2" } } },
    prepare: [{ method: "PUT", path: "/protection", body: { four_eyes: true, reason_required: false } }],
    change: { method: "PATCH", path: "/platforms/ios", body: { minimum: "3" } },
  },
};

let projects = 0;

/** A project of its own. */
async function prepared({ base, prepare = [], requests = {} }: Scenario): Promise<string> {
  const project = `p-${++projects}`;
  const manifest = { apiVersion: "drawbridge/v1", project, ...base };
  await done(ask(project, { method: "PUT", path: "/manifest", body: manifest }));
  for (const request of prepare) await done(ask(project, request));
  const asked = Object.entries(requests).flatMap(([version, count]) => new Array<string>(count).fill(version));
  if (asked.length === 0) return project;
  const { body } = await done(ask(project, { method: "POST", path: "/keys", body: { name: "apps" } }));
  const read = (version: string) => program.read(`/api/v1/config?platform=ios&current_version=${version}`, String(body.key));
  await Promise.all(asked.map(read));
  return project;
}

function ask(project: string, { method, path, body }: Request, query = ""): Promise<AdminResponse> {
  const url = `/admin/v1/projects/${project}${path}${query}`;
  if (method === "PUT") return put(url, body);
  return program.admin(method, url, body, method === "POST" ? {} : { "if-match": "*" });
}

async function put(url: string, body: Form | undefined): Promise<AdminResponse> {
  const made = await program.admin("PUT", url, body, { "if-none-match": "*" });
  return made.status === 412 ? program.admin("PUT", url, body, { "if-match": "*" }) : made;
}

async function done(answer: Promise<AdminResponse>): Promise<AdminResponse> {
  const found = await answer;
  assert.ok(found.status < 300, JSON.stringify(found.body));
  return found;
}

async function overriddenLast(project: string): Promise<unknown> {
  const { body } = await program.admin("GET", `/admin/v1/projects/${project}/history?limit=1`);
  const [commit] = body.commits as readonly { readonly overridden: unknown; readonly reason: string }[];
  assert.equal(commit?.reason, "it is meant");
  return commit?.overridden;
}

/** Refused by the guard and by nothing else; never without a reason or by another name; done by its name with one. */
async function checkAsked(guard: GuardCode, project: string, send: (query: string) => Promise<AdminResponse>): Promise<void> {
  const join = (rest: string) => `?${rest}`;
  const refused = await send("");
  assert.equal(refused.status, 409, JSON.stringify(refused.body));
  assert.equal(refused.body.code, "refused");
  assert.deepEqual([...new Set(refused.body.guards?.map(({ code }) => code))], [guard]);
  for (const query of [
    `override=${guard}`,
    `override=${guard}&reason=+`,
    "override=no_such_guard&reason=why",
    "override=&reason=why",
  ]) {
    const wrong = await send(join(query));
    assert.equal(wrong.status, 422, `${query}: ${JSON.stringify(wrong.body)}`);
  }
  const other = guardCodes.find((name) => name !== guard && name !== "four_eyes") ?? "";
  assert.equal((await send(join(`override=${other}&reason=it+is+meant`))).status, 409);
  await done(send(join(`override=${guard}&reason=it+is+meant`)));
  assert.deepEqual(await overriddenLast(project), [guard]);
}

for (const guard of guardCodes)
  test(`${guard}, by the API`, async () => {
    const project = await prepared(scenarios[guard]);
    await checkAsked(guard, project, (query) => ask(project, scenarios[guard].change, query));
  });

/** Maintenance of two days is refused by each of them. */
const doors: Readonly<Record<string, (project: string) => Promise<Request>>> = {
  async manifest(project) {
    const windows = { ...(scenarios.long_maintenance.base.windows as Form), long };
    return { method: "PUT", path: "/manifest", body: { apiVersion: "drawbridge/v1", project, windows } };
  },
  async rollback(project) {
    const { change } = scenarios.long_maintenance;
    const { body } = await done(ask(project, change, "?override=long_maintenance&reason=setting+it+up"));
    await done(ask(project, { method: "DELETE", path: change.path }));
    return { method: "POST", path: "/undo", body: { to: body.revision } };
  },
  verb: async () => ({ method: "POST", path: "/maintenance/extend", body: { window: "now", by: "PT30H" } }),
};

for (const [door, requestOf] of Object.entries(doors))
  test(`long_maintenance, by ${door}`, async () => {
    const project = await prepared(scenarios.long_maintenance);
    const request = await requestOf(project);
    await checkAsked("long_maintenance", project, (query) => ask(project, request, query));
  });
