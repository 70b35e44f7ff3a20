/** The examples of the API reference: each request is sent to the demo, and its answer is compared with the recorded one. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ApiExample } from "../../site/api-pages.ts";
import { type ApiOperation, describeApi } from "../reference/openapi.ts";
import { programVersion } from "../src/cli/command.ts";
import { assertGenerated } from "./generated-file.ts";
import { type Program, startProgram } from "./running-program.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every form
type Answers = Readonly<Record<string, any>>;

type Names = Readonly<Record<string, string>>;

interface ExampleStep {
  readonly operation: string;
  /** Replaces the examples of the document, and names what earlier answers have. */
  readonly params?: Names | ((answers: Answers) => Names);
  readonly query?: string;
  /** Replaces the example of the document; undefined means there is none. */
  readonly body?: object | undefined | ((answers: Answers) => unknown);
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the access token of the installation. */
  readonly credential?: "none" | "read key" | "session";
  /** Where the server cannot be made to succeed. */
  readonly status?: number;
}

const creating = { "if-none-match": "*" };
const replacing = { "if-match": "*" };
const patching = { "content-type": "application/merge-patch+json" };
const merging = { ...replacing, ...patching };
const password = "as long as you like";
const own =
  (operation: string, name: string, member = "id") =>
  (answers: Answers) => ({ [name]: String(answers[operation][member]) });
const key = own("createReadKey", "key");
const person = own("inviteMember", "person", "person");
const proposal = (answers: Answers) => ({ proposal: String(answers.listProposals.proposals[0].id) });
const linkOf = (answers: Answers) => String(answers.inviteMember.link.url).replace(/^.*#link=/, "");
const hashed = (operation: string) => (answers: Answers) => ({ hash: answers[operation].hash });

const newWindow = { title: "Index rebuild", instances: ["eu-1"], start: "2027-03-06T02:00", zone: "Europe/Rome", duration: "2h" };
const newManifest = {
  apiVersion: "drawbridge/v1",
  project: "acme-news",
  stores: { apple: "https://apps.apple.com/app/id987654321" },
  platforms: { ios: { minimum: "2.4.0" } },
};

/** One for each operation, in an order in which each succeeds on the demo. */
const exampleSteps: readonly ExampleStep[] = [
  { operation: "config", query: "platform=ios&current_version=2.3.0", credential: "read key" },
  { operation: "maintenance", query: "instanceId=eu-1", credential: "read key" },
  { operation: "gate", query: "platform=ios&current_version=2.3.0", credential: "read key" },

  { operation: "listProjects" },
  { operation: "getProject" },
  { operation: "getOverview", query: "projects=acme-shop" },
  {
    operation: "putProject",
    params: { project: "acme-travel" },
    body: { name: "Acme Travel", languages: ["en", "de"] },
    headers: creating,
  },
  { operation: "patchProject", body: { ttl: "1m" }, headers: merging },
  { operation: "getManifest", headers: { accept: "application/yaml" } },
  { operation: "applyManifest", params: { project: "acme-news" }, body: newManifest, headers: creating },
  { operation: "listPlatforms", query: "limit=1" },
  { operation: "getPlatform" },
  { operation: "putPlatform", params: { platform: "huawei" }, body: { minimum: "2.4.0", store: "none" }, headers: replacing },
  { operation: "patchPlatform", body: { recommended: "2.6.1" }, headers: merging },
  { operation: "deletePlatform", params: { platform: "huawei" }, headers: replacing },
  { operation: "listInstances", query: "limit=1" },
  { operation: "getInstance" },
  { operation: "putInstance", params: { instance: "ap-1" }, body: { name: "Acme Asia", reminder: "1d" }, headers: creating },
  { operation: "patchInstance", params: { instance: "ap-1" }, body: { reminder: "2h" }, headers: merging },
  { operation: "deleteInstance", params: { instance: "ap-1" }, headers: replacing },
  { operation: "putMaintenanceWindow", params: { window: "index-rebuild" }, body: newWindow, headers: creating },
  { operation: "patchMaintenanceWindow", params: { window: "index-rebuild" }, body: { duration: "3h" }, headers: merging },
  { operation: "getMaintenanceWindow", params: { window: "index-rebuild" } },
  { operation: "listMaintenanceWindows", query: "limit=1&state=scheduled" },
  { operation: "listMaintenance", query: "limit=1" },
  { operation: "moveMaintenance", body: { occurrence: "index-rebuild/2027-03-06T02:00", start: "2027-03-07T02:00" } },
  { operation: "cancelMaintenance", body: { occurrence: "index-rebuild/2027-03-06T02:00" } },
  { operation: "startMaintenance", query: "reason=orders+are+slow", body: { for: "30m", instances: ["us-1"] } },
  { operation: "extendMaintenance", body: (answers) => ({ window: answers.startMaintenance.window, by: "15m" }) },
  { operation: "completeMaintenance", body: (answers) => ({ window: answers.startMaintenance.window }) },
  { operation: "deleteMaintenanceWindow", params: { window: "index-rebuild" }, headers: replacing },
  { operation: "simulate", query: "platform=ios&version=2.3.0" },

  { operation: "createReadKey", body: { name: "ios 2.6", platforms: ["ios"] } },
  { operation: "getReadKey", params: key },
  { operation: "patchReadKey", params: key, body: { name: "ios 2.6 and later" }, headers: patching },
  { operation: "listReadKeys", query: "limit=1" },
  { operation: "rotateReadKey", params: key, body: { overlap: "30d" } },
  { operation: "revokeReadKey", params: own("rotateReadKey", "key"), query: "reason=leaked" },
  { operation: "importReadKey", body: { name: "apps of 2025", value: "legacy-key-0123456789" } },
  {
    operation: "moveReadKey",
    query: "reason=the+app+moved",
    body: (answers) => ({ project: "acme-shop", key: answers.importReadKey.id, to: "acme-travel" }),
  },
  {
    operation: "releaseReadKey",
    query: "reason=the+app+moved",
    body: (answers) => ({ project: "acme-travel", key: answers.moveReadKey.id }),
  },
  { operation: "getUsage" },
  { operation: "getInstallationUsage" },
  { operation: "getAdoption", query: "days=2&platform=ios" },

  { operation: "createProjectToken", body: { kind: "calendar", name: "team calendar" } },
  { operation: "getCalendar", params: (answers) => ({ token: answers.createProjectToken.token }), credential: "none" },
  { operation: "getProjectToken", params: own("createProjectToken", "token") },
  { operation: "patchProjectToken", params: own("createProjectToken", "token"), body: { name: "calendar" }, headers: patching },
  { operation: "listProjectTokens", query: "limit=1" },
  { operation: "revokeProjectToken", params: own("createProjectToken", "token") },
  { operation: "createToken", body: { kind: "edge", name: "Frankfurt" } },
  { operation: "getToken", params: own("createToken", "token") },
  { operation: "patchToken", params: own("createToken", "token"), body: { name: "Frankfurt 1" }, headers: patching },
  { operation: "listTokens", query: "limit=1" },
  { operation: "listEdges" },
  { operation: "revokeToken", params: own("createToken", "token") },

  { operation: "createWebhook" },
  { operation: "getWebhook", params: own("createWebhook", "webhook") },
  {
    operation: "patchWebhook",
    params: own("createWebhook", "webhook"),
    body: { events: ["maintenance.started", "maintenance.ended"] },
    headers: patching,
  },
  { operation: "listWebhooks" },
  { operation: "rotateWebhookSecret", params: own("createWebhook", "webhook") },
  { operation: "listDeliveries", params: own("createWebhook", "webhook") },
  { operation: "replayDeliveries", params: own("createWebhook", "webhook") },
  { operation: "deleteWebhook", params: own("createWebhook", "webhook") },

  { operation: "getHistory", query: "limit=1" },
  { operation: "getInstallationHistory", query: "limit=1" },
  { operation: "getProjectEvents", query: "follow=false" },
  { operation: "getEvents", query: "follow=false" },
  { operation: "undo", query: "dry_run=true", body: (answers) => ({ revision: answers.patchProject.revision }) },

  { operation: "getSignInOptions", credential: "none" },
  { operation: "inviteMember", body: { login: "ada@acme.example", name: "Ada", role: "editor" } },
  { operation: "lookUpPerson", body: { login: "ada@acme.example" } },
  { operation: "inspectAccountLink", body: (answers) => ({ link: linkOf(answers) }), credential: "none" },
  { operation: "redeemAccountLink", body: (answers) => ({ link: linkOf(answers), password }), credential: "none" },
  { operation: "putMember", params: person, body: { role: "owner" }, headers: replacing },
  { operation: "listMembers" },
  { operation: "createPerson", body: { login: "grace@acme.example", name: "Grace" } },
  { operation: "listPeople", query: "limit=1" },
  { operation: "getPerson", params: person },
  // The last administrator who can sign in stays one.
  { operation: "putAdministrator", params: person, headers: creating, body: undefined },
  { operation: "listAdministrators" },
  { operation: "putAdministrator", params: own("createPerson", "person"), headers: creating, body: undefined },
  { operation: "linkPerson", params: own("createPerson", "person") },
  { operation: "signIn", body: { login: "ada@acme.example", password }, credential: "none" },
  { operation: "getSession", credential: "session" },
  { operation: "listSessions", credential: "session" },
  { operation: "listProposals", query: "limit=1" },
  { operation: "getProposal", params: proposal },
  { operation: "approveProposal", params: proposal, body: hashed("getProposal"), credential: "session" },
  { operation: "changePassword", body: { current: password, password: "longer than it was before" }, credential: "session" },
  { operation: "signOut", credential: "session" },
  { operation: "deleteAdministrator", params: own("createPerson", "person"), headers: replacing },
  { operation: "signOutPerson", params: person },
  { operation: "disablePerson", params: own("createPerson", "person") },
  { operation: "enablePerson", params: own("createPerson", "person") },
  { operation: "deleteMember", params: person, headers: replacing },
  { operation: "erasePerson", params: own("createPerson", "person") },
  { operation: "getProtection" },
  { operation: "putProtection", body: { four_eyes: true, reason_required: true }, headers: replacing },

  { operation: "compact", query: "dry_run=true" },
  { operation: "proveServer", query: "challenge=q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA", credential: "none" },
  { operation: "getStatus" },
  { operation: "getTimeZones", query: "zone=Europe/Rome" },
  { operation: "deleteProject", params: { project: "acme-travel" }, headers: replacing },
];

const file = "server/reference/api-examples.json";
const begun = Date.parse("2027-03-01T10:00:00Z");
const [maxItems, maxLines] = [2, 12];

interface Operation extends ApiOperation {
  readonly method: string;
  readonly path: string;
}

const api = describeApi();
const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { ...operation, method, path }]),
  ),
);
/** Not recorded: they need another server, end the session of the test, or answer with a whole file. */
const unrecorded = ["beginProviderSignIn", "finishProviderSignIn", "endSession", "signOutEverywhere", "backUp"].concat(
  ["testWebhook"],
  ["updateProposal", "publishProposal", "rejectProposal", "withdrawProposal"],
  ["getProgramStatus", "getMetrics", "getDocument", "getReadDocument", "getManifestSchema"],
);

test("each operation has an example, or cannot have one", () => {
  const shown = [...operations.values()].filter(({ method }) => !["head", "options"].includes(method));
  const recorded = new Set(exampleSteps.map(({ operation }) => operation));
  assert.deepEqual([...recorded, ...unrecorded].sort(), shown.map(({ operationId }) => operationId).sort());
});

test("each example of the API reference is what the program answers (UPDATE=1 records it)", async () => {
  const clock = { now: begun };
  await using program = await startProgram({ demo: true, now: () => clock.now, clockEvery: 3_600_000 });
  const readKey = /dbr_\w+/.exec(readFileSync(join(program.directory, "demo-key"), "utf8"))?.[0] ?? "";
  const answers: Record<string, unknown> = {};
  const examples: Record<string, ApiExample> = {};
  let session = "";
  for (const step of exampleSteps) {
    clock.now += 1000;
    const { request, shown } = requestOf(step, answers, { token: program.token, readKey, session });
    const response = await fetch(addressOf(program, shown.path) + shown.path, request);
    const text = await response.text();
    assert.equal(response.status < 400, true, `${step.operation}: ${response.status} ${text}`);
    const type = response.headers.get("content-type") ?? "";
    const answer = type.includes("json") ? JSON.parse(text) : text === "" ? null : text;
    answers[step.operation] = answer;
    session = response.headers.get("set-cookie")?.split(";")[0] ?? session;
    examples[step.operation] = { ...shown, status: response.status, type, answer: shortened(answer) };
  }
  const masked = JSON.stringify(examples, null, 1).replaceAll(program.token, "$TOKEN");
  assertGenerated(file, `${named(masked)}\n`);
});

interface Credentials {
  readonly token: string;
  readonly readKey: string;
  readonly session: string;
}

/** The request as it is sent, and as it is shown: with variables in place of credentials. */
function requestOf(step: ExampleStep, answers: Answers, { token, readKey, session }: Credentials) {
  const { method, path, parameters = [], requestBody } = operations.get(step.operation) ?? assert.fail(step.operation);
  const examples = Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
  const values = { ...examples, ...(typeof step.params === "function" ? step.params(answers) : step.params) };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? assert.fail(`${step.operation}: ${name}`));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const given = typeof step.body === "function" ? step.body(answers) : step.body;
  const body = "body" in step ? given : content?.example;
  const typed: Record<string, string> = { ...(body === undefined ? {} : { "content-type": type ?? "" }), ...step.headers };
  const credentials: Record<NonNullable<ExampleStep["credential"]> | "token", Record<string, readonly [string, string]>> = {
    token: { authorization: [`Bearer ${token}`, "Bearer $TOKEN"] },
    none: {},
    "read key": { "x-api-key": [readKey, "$KEY"] },
    session: { cookie: [session, "$SESSION"], "sec-fetch-site": ["same-origin", "same-origin"] },
  };
  const own = Object.entries(credentials[step.credential ?? "token"]);
  const headers = { ...Object.fromEntries(own.map(([name, [sent]]) => [name, sent])), ...typed };
  const shownHeaders = { ...Object.fromEntries(own.map(([name, [, shown]]) => [name, shown])), ...typed };
  return {
    request: { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    shown: {
      path: `${filled}${step.query === undefined ? "" : `?${step.query}`}`,
      headers: shownHeaders,
      ...(body === undefined ? {} : { body }),
    },
  };
}

function addressOf({ urls }: Program, path: string): string {
  return path.startsWith("/api/") ? urls.config : urls.admin;
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") {
    const lines = value.split("\n");
    return lines.length > maxLines ? [...lines.slice(0, maxLines), "…"].join("\n") : value;
  }
  if (Array.isArray(value)) return value.slice(0, maxItems).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}

const replaced: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(db[a-z])_\w{20,}/g, "$1_…"],
  [/"whsec_[^"]+"/g, '"whsec_…"'],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:8080"],
  [/\b(s_)?[0-9a-f]{16}\b/g, "$18f2c0e1b6a7d4c35"],
  [/("(?:hash|reviewed|proof)": )"[\w-]{43}"/g, '$1"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"'],
  [/("last4": )"\w{4}"/g, '$1"x8Qz"'],
  [/("next": )"[\w~-]+"/g, '$1"tYWNtZS1zaG9w"'],
  [/("started_at": )"[^"]+"/g, '$1"2027-02-28T10:00:00.000+00:00"'],
  [/("offset_ms": )-?\d+/g, "$10"],
  [/("problem": )"This machine's clock [^"]+"/g, "$1null"],
  [/("version": )"test"/g, `$1"${programVersion}"`],
];

/** Ids that each run creates are named by the order in which they come. */
function named(text: string): string {
  const ids = new Map<string, string>();
  const known = replaced.reduce((each, [pattern, replacement]) => each.replaceAll(pattern, replacement), text);
  return known.replaceAll(/\b([a-z])_[a-z0-9]{10}\b/g, (id, kind: string) => {
    ids.set(id, ids.get(id) ?? `${kind}_${String(ids.size + 1).padStart(10, "example000")}`);
    return ids.get(id) ?? id;
  });
}
