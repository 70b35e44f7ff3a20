/** The examples of the API reference: each request is sent to the demo, and its answer is compared with the recorded one. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ApiExample } from "../../site/api-pages.ts";
import { type ApiOperation, describeApi } from "../reference/openapi.ts";
import { programVersion } from "../src/cli/command.ts";
import { type Answers, type ExampleStep, exampleSteps } from "./api-example-steps.ts";
import { assertGenerated } from "./generated-file.ts";
import { type Program, startProgram } from "./running-program.ts";

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
  return path.startsWith("/api/v1/maintenance") ? urls.maintenance : path.startsWith("/api/") ? urls.config : urls.admin;
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
