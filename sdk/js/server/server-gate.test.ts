/** Parts of the back end's gate that the scenarios of the kit cannot say: functions of the back end, and errors of its options. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, mock, test } from "node:test";
import { type BackEndKit, BackEndRun, type BackEndScenario } from "../test/back-end-run.ts";
import { readQuestion } from "./gate-question.ts";
import { ProblemReports } from "./problem-reports.ts";
import { createServerGate } from "./server-gate.ts";
import { resolveOptions } from "./server-gate-options.ts";

const key = "dbr_conformance";
const kit: BackEndKit = {
  begin: "2026-12-05T12:00:00.000Z",
  options: { baseUrl: "https://gate.example/api/v1", key },
  request: { method: "GET", path: "/orders", platform: "ios", version: "2.3.0" },
  scenarios: [],
};
const runs: BackEndRun[] = [];
let warned: string[] = [];
beforeEach(() => {
  warned = [];
  mock.method(console, "warn", (line: string) => void warned.push(line));
});
afterEach(async () => {
  mock.restoreAll();
  for (const run of runs.splice(0)) await run.stop();
});

async function startRun(options: BackEndScenario["options"] = {}): Promise<BackEndRun> {
  const run = await BackEndRun.start(kit, { options });
  run.server.behave([{ answer: "forced" }]);
  runs.push(run);
  return run;
}

test("a function finds the instance of a request, and each instance and language has its own answer", async () => {
  const run = await startRun({ instance: (request) => request.header("x-region"), languages: ["en", "de"] });
  await Promise.all(Array.from({ length: 20 }, () => run.ask({ headers: { "accept-language": "de-AT,en;q=0.5" } })));
  await run.ask({ headers: { "x-region": "eu-1", "accept-language": "ja" } });
  await run.ask({ headers: { "x-region": "eu-1", "accept-language": "en;q=0, fr" } });
  assert.deepEqual(
    run.server.seen.map(({ query }) => [query.instanceId, query.lang]),
    [
      [undefined, "de"],
      ["eu-1", "en"],
    ],
  );
});

test("a function decides which requests are exempt", async () => {
  const run = await startRun({ exempt: ({ header }) => header("x-internal") === "1" });
  assert.equal(await run.ask({ headers: { "x-internal": "1" } }), null);
  assert.equal((await run.ask({}))?.status, 426);
});

test("headers can have other names", async () => {
  const run = await startRun({ versionHeader: "App-Version", platformHeader: "App-Platform" });
  assert.equal(await run.ask({}), null);
  assert.equal((await run.ask({ headers: { "app-version": "2.3.0", "app-platform": "ios" } }))?.status, 426);
});

const throwing = () => {
  throw new Error("no log");
};

test("when `instance` fails, the project as a whole decides, and the failure is reported once", async () => {
  const failing = {
    "an error": throwing,
    "no id": () => "x".repeat(129),
    "a promise": async () => throwing(),
    "a number": () => 5,
  };
  for (const [name, instance] of Object.entries(failing)) {
    const run = await startRun({ instance: instance as () => string });
    assert.equal((await run.ask({}))?.status, 426, name);
    assert.equal((await run.ask({ version: "2.2.0" }))?.status, 426, name);
    assert.deepEqual(
      run.server.seen.map(({ query }) => query.instanceId),
      [undefined, undefined],
    );
    assert.deepEqual(
      run.problems.map(({ code }) => code),
      ["callback_failed"],
    );
    assert.match(run.problems[0]?.message ?? "", /`instance` .+; meanwhile, the project as a whole decides\.$/);
  }
});

test("when `exempt` fails, the request is not exempt, and the failure is reported once", async () => {
  for (const exempt of [throwing, async () => true, () => "yes"]) {
    const run = await startRun({ exempt: exempt as unknown as () => boolean });
    assert.equal((await run.ask({}))?.status, 426);
    assert.equal((await run.ask({}))?.status, 426);
    assert.match(
      run.problems.map(({ message }) => message).join(),
      /^`exempt` [^`]+; meanwhile, no request that it fails for is exempt\.$/,
    );
  }
});

test("a failure that ended for ten minutes is reported again", async () => {
  const run = await startRun({ instance: throwing });
  for (const [advance, problems] of [
    [0, 1],
    [599_999, 1],
    [600_000, 2],
  ] as const)
    await run.step({ advance, request: {}, expect: { problems } });
});

test("when `onProblem` fails, the gate works on, and the console has the problem", async () => {
  for (const onProblem of [throwing, async () => throwing()]) {
    const run = await startRun({ onProblem });
    run.server.behave([{ status: 500 }]);
    assert.equal(await run.ask({}), null);
    assert.equal(
      warned.filter((line) => line.includes("`onProblem` failed (Error: no log)") && line.includes("answered 500")).length,
      1,
    );
    warned = [];
  }
});

test("when a header cannot be read, the request passes, and the failure is reported", async () => {
  const run = await startRun();
  assert.equal(await run.gate.check({ method: "GET", path: "/", header: throwing }), null);
  assert.match(run.problems[0]?.message ?? "", /\(Error: no log\): .+; meanwhile, such requests pass\.$/);
});

test("a problem is a warning in development, and in production where nothing else gets it", async () => {
  const { NODE_ENV } = process.env;
  try {
    for (const [environment, onProblem, lines] of [
      ["development", () => {}, 1],
      ["production", () => {}, 0],
      ["production", undefined, 1],
    ] as const) {
      warned = [];
      process.env.NODE_ENV = environment;
      createServerGate({ baseUrl: "gate.example.com", key, onProblem });
      assert.equal(warned.length, lines, `${environment}, ${typeof onProblem}`);
    }
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
});

test("undefined options have their defaults", async () => {
  const run = await startRun({ platform: undefined as never, maxStale: undefined as never, versionHeader: undefined as never });
  assert.equal((await run.ask({}))?.status, 426);
  assert.equal((await run.ask({}))?.status, 426);
  assert.equal(run.server.seen.length, 1);
});

test("the error of wrong options names what is accepted and what was given", () => {
  const create = (options: object) => () => createServerGate({ baseUrl: "https://gate.example.com/api/v1", key, ...options });
  assert.throws(create({ timeLimit: "0.3", timelimit: 300 }), {
    name: "TypeError",
    message:
      'createServerGate: `timeLimit` must be a whole number of ms from 1 to 60000, not "0.3"; `timelimit` must be absent: there is no such option, not 300.',
  });
  for (const exempt of [["/a/*/b"], ["/health?deep"], [""], [/health/], "/health"])
    assert.throws(create({ exempt }), /`exempt` must be/);
  for (const languages of [["de_AT"], [""], new Set(["de"]), "de"]) assert.throws(create({ languages }), /`languages` must be/);
});

test("a key or a password is in no message", () => {
  for (const options of [{ key: "dbr secret" }, { baseUrl: "https://user:secret@gate.example.com/api/v1" }]) {
    const problems: string[] = [];
    createServerGate({
      baseUrl: "https://gate.example.com",
      key,
      ...options,
      onProblem: ({ message }) => problems.push(message),
    });
    assert.equal(problems.length, 1);
    assert.doesNotMatch(problems.join() + warned.join(), /secret/);
  }
  assert.throws(() => createServerGate({ baseUrl: "https://x", key: ["secret"] as never }), /`key` must be a string\.$/);
});

test("versions that Drawbridge accepts are asked about", () => {
  const vectors = JSON.parse(readFileSync(new URL("../../../vectors/versions.json", import.meta.url), "utf8"));
  const options = resolveOptions({ baseUrl: "https://gate.example", key });
  for (const version of [...vectors.valid, ...vectors.asked.map(({ asked }: { asked: string }) => asked)] as string[]) {
    const header = (name: string) => ({ "x-app-version": version, "x-app-platform": "ios" })[name];
    assert.ok(readQuestion(options, new ProblemReports(options), { method: "GET", path: "/", header }), version);
  }
});
