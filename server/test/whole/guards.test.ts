/** Every guard says the same through every door: the admin API, the command line, a manifest, a rollback and the verbs. */

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
  readonly guard: GuardCode;
  /** The manifest that the project is made of. */
  readonly base: Form;
  /** Requests before the refused change. */
  readonly prepare?: readonly Request[];
  /** Requests of iOS apps before it, by version. */
  readonly requests?: Readonly<Record<string, number>>;
  /** The refused change: by the API, on the command line, and as a manifest. */
  readonly api: Request;
  readonly cli?: readonly string[];
  readonly manifest: Form;
  /** Requests between the target revision and the rollback; absent means the refused change is made and undone. */
  readonly since?: readonly Request[];
  readonly undo?: Request;
  /** Verbs that it refuses too. */
  readonly verbs?: readonly [name: string, body: Form][];
}

const links = { apple: "https://apps.apple.com/app/id1", android: "https://example.com/a" };
const long = { start: "2027-01-03T02:00", duration: "P2D" };
const german = { de: "Bis {end_time}." };
const eu = { "eu-1": { name: "Europe" } };
const running = { now: { start: "2026-11-21T11:00", duration: "PT2H" } };
/** Planned from 08:00 to 10:00, and it is noon. */
const past = { start: "2026-11-21T08:00", duration: "PT2H", overrun: "hold" };
const everything = { store: "none", blocked: [">=0"] };

const scenarios: readonly Scenario[] = [
  {
    guard: "store_link",
    base: { platforms: { ios: {} } },
    api: { method: "PUT", path: "/platforms/ios", body: { minimum: "2" } },
    cli: ["policy", "set", "--platform", "ios", "--minimum", "2"],
    manifest: { platforms: { ios: { minimum: "2" } } },
    undo: { method: "PUT", path: "/platforms/ios", body: {} },
  },
  {
    guard: "every_version_blocked",
    base: { platforms: { tv: { store: "none" } } },
    api: { method: "PUT", path: "/platforms/tv", body: everything },
    cli: ["policy", "set", "--platform", "tv", "--block", ">=0"],
    manifest: { platforms: { tv: everything } },
    undo: { method: "PUT", path: "/platforms/tv", body: { store: "none" } },
  },
  {
    guard: "long_maintenance",
    base: { windows: { soon: { start: "2026-12-06T02:00", duration: "PT2H" }, ...running } },
    api: { method: "PUT", path: "/windows/long", body: long },
    cli: ["maintenance", "schedule", "--id", "long", "--start", long.start, "--zone", "UTC", "--for", "48h"],
    manifest: { windows: { soon: { start: "2026-12-06T02:00", duration: "PT2H" }, ...running, long } },
    undo: { method: "DELETE", path: "/windows/long" },
    verbs: [
      ["start", { id: "fix", for: "PT30H", whole_project: true }],
      ["extend", { window: "now", by: "PT30H" }],
      ["move", { window: "soon", start: "2026-12-07T02:00", for: "P2D" }],
    ],
  },
  {
    guard: "past_end",
    base: {},
    api: { method: "PUT", path: "/windows/past", body: past },
    cli: [
      ...["maintenance", "schedule", "--id", "past", "--start", past.start, "--zone", "UTC", "--for", "2h"],
      ...["--overrun", "hold"],
    ],
    manifest: { windows: { past } },
    undo: { method: "DELETE", path: "/windows/past?override=active_window&reason=undo" },
  },
  {
    guard: "first_language",
    base: { languages: ["en", "de"] },
    api: { method: "PUT", path: "/windows/german", body: { start: "2027-01-03T02:00", duration: "PT1H", message: german } },
    cli: [
      ...["maintenance", "schedule", "--id", "german", "--start", "2027-01-03T02:00", "--zone", "UTC", "--for", "1h"],
      ...["--message", "de=Bis {end_time}."],
    ],
    manifest: { languages: ["en", "de"], messages: { maintenance: german } },
    undo: { method: "DELETE", path: "/windows/german" },
    verbs: [["start", { id: "fix", message: german, whole_project: true }]],
  },
  {
    guard: "in_use",
    base: { instances: eu },
    prepare: [{ method: "POST", path: "/keys", body: { name: "apps", instances: ["eu-1"] } }],
    api: { method: "DELETE", path: "/instances/eu-1" },
    cli: ["project", "delete"],
    manifest: {},
  },
  {
    guard: "active_window",
    base: { windows: running },
    api: { method: "DELETE", path: "/windows/now" },
    manifest: {},
    since: [{ method: "PUT", path: "/windows/other", body: running.now }],
  },
  {
    guard: "locks_out",
    base: { stores: links, platforms: { ios: { minimum: "2" } } },
    requests: { "2.0.0": 50, "3.0.0": 50 },
    api: { method: "PATCH", path: "/platforms/ios", body: { minimum: "3" } },
    cli: ["policy", "set", "--platform", "ios", "--minimum", "3"],
    manifest: { stores: links, platforms: { ios: { minimum: "3" } } },
    undo: { method: "PATCH", path: "/platforms/ios", body: { minimum: "2" } },
  },
  {
    guard: "unseen_version",
    base: { stores: links, platforms: { ios: { minimum: "2", releases: [{ version: "2.7" }] } } },
    api: { method: "PATCH", path: "/platforms/ios", body: { minimum: "3" } },
    cli: ["policy", "set", "--platform", "ios", "--minimum", "3"],
    manifest: { stores: links, platforms: { ios: { minimum: "3", releases: [{ version: "2.7" }] } } },
    undo: { method: "PATCH", path: "/platforms/ios", body: { minimum: "2" } },
  },
  {
    guard: "four_eyes",
    base: {
      stores: links,
      platforms: { ios: { minimum: "2" } },
      windows: { soon: { start: "2026-12-06T02:00", duration: "PT2H" } },
    },
    prepare: [{ method: "PUT", path: "/protection", body: { four_eyes: true, reason_required: false } }],
    api: { method: "PATCH", path: "/platforms/ios", body: { minimum: "3" } },
    cli: ["policy", "set", "--platform", "ios", "--minimum", "3"],
    manifest: {
      name: "New",
      stores: links,
      platforms: { ios: { minimum: "2" } },
      windows: { soon: { start: "2026-12-06T02:00", duration: "PT2H" } },
    },
    verbs: [["move", { window: "soon", start: "2026-12-07T02:00" }]],
  },
];

test("every guard has its scenario", () => {
  assert.deepEqual(
    scenarios.map(({ guard }) => guard),
    [...guardCodes],
  );
});

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

/** Made or replaced, whichever it is. */
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

async function checkTyped(guard: GuardCode, project: string, argv: readonly string[]): Promise<void> {
  const type = (...rest: string[]) => program.cli(...argv, ...rest);
  const refused = await type();
  assert.equal(refused.code, 3, refused.out + refused.err);
  assert.ok((refused.out + refused.err).includes(guard), refused.out + refused.err);
  for (const wrong of [
    ["--override", guard],
    ["--override", "no_such_guard", "--reason", "why"],
  ]) {
    const { code, err } = await type(...wrong);
    assert.equal(code, 2, `${wrong.join(" ")}: ${err}`);
  }
  const { code, out, err } = await type("--override", guard, "--reason", "it is meant");
  assert.equal(code, 0, out + err);
  assert.deepEqual(await overriddenLast(project), [guard]);
}

for (const scenario of scenarios) {
  const { guard, api, cli, manifest, since, undo, verbs = [] } = scenario;

  test(`${guard}, by the API`, async () => {
    const project = await prepared(scenario);
    await checkAsked(guard, project, (query) => ask(project, api, query));
  });

  test(`${guard}, by a manifest`, async () => {
    const project = await prepared(scenario);
    const body = { apiVersion: "drawbridge/v1", project, ...manifest };
    await checkAsked(guard, project, (query) => ask(project, { method: "PUT", path: "/manifest", body }, query));
  });

  test(`${guard}, by a rollback`, async () => {
    const project = await prepared(scenario);
    const to = await revisionToGoBackTo(project);
    await checkAsked(guard, project, (query) => ask(project, { method: "POST", path: "/undo", body: { to } }, query));
  });

  if (cli) {
    test(`${guard}, typed`, async () => {
      const project = await prepared(scenario);
      const named = cli[0] === "project" ? ["--confirm", project] : [];
      await checkTyped(guard, project, [...cli, "--project", project, ...named, "--yes"]);
    });
  }

  for (const [name, body] of verbs) {
    test(`${guard}, by ${name}`, async () => {
      const project = await prepared(scenario);
      await checkAsked(guard, project, (query) => ask(project, { method: "POST", path: `/maintenance/${name}`, body }, query));
    });
  }

  async function revisionToGoBackTo(project: string): Promise<number> {
    const override = `?override=${guard}&reason=setting+it+up`;
    if (guard === "in_use") {
      // Back to before the instance was there, while a key is made for it: the key stays.
      const before = await program.admin("GET", `/admin/v1/projects/${project}/history?limit=1`);
      await done(ask(project, { method: "PUT", path: "/instances/us-1", body: { name: "US" } }, ""));
      await done(ask(project, { method: "POST", path: "/keys", body: { name: "us", instances: ["us-1"] } }));
      return (before.body.commits as readonly { readonly revision: number }[])[0]?.revision ?? 0;
    }
    if (since) {
      const { body } = await program.admin("GET", `/admin/v1/projects/${project}/history?limit=1`);
      for (const request of since) await done(ask(project, request));
      return (body.commits as readonly { readonly revision: number }[])[0]?.revision ?? 0;
    }
    const { body } = await done(ask(project, api, override));
    if (undo) await done(ask(project, undo));
    return guard === "four_eyes" ? Number(body.revision) - 1 : Number(body.revision);
  }
}
