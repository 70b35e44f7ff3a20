/**
 * The core in Hermes, compared with V8: `node sdk/js/test/hermes.ts` with TEST_HERMES, the path of the `hermes` program (npm:
 * hermes-engine-cli). Both engines run the steps of every scenario and print each state; the kit has checked those of V8.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import vm from "node:vm";
import { inTemporaryDirectory } from "../../../server/test/temporary-directory.ts";
import { answerBehavior } from "../../conformance/behavior-answer.ts";
import { type Behavior, type Kit, readKit } from "../../conformance/scenario.ts";
import { bundle } from "../bundle.ts";

/** Exit code of a runner without its toolchain. */
const missingToolchain = 77;
/** ms. */
const timeout = 60_000;

/** Steps as Hermes can run them: behaviors are responses, whose date is added when they are sent. */
function prepareScenarios(kit: Kit): string {
  const begin = Date.parse(kit.begin);
  const respond = (behavior: Behavior) => {
    const answer = answerBehavior(kit, behavior, { now: begin, ifNoneMatch: undefined, other: "https://other.example" });
    return { ...answer, ...behavior, headers: answer.headers, body: answer.body, status: answer.status };
  };
  const scenarios = kit.scenarios
    .filter(({ storage = "kept" }) => storage === "kept")
    .map((scenario) => ({
      ...scenario,
      options: { ...kit.options, ...scenario.options },
      steps: scenario.steps.map((step) => ({ ...step, server: step.server && [step.server].flat().map(respond) })),
    }));
  return JSON.stringify({ begin, scenarios });
}

/** Without classes, and without functions that hold a variable of a loop: Hermes 0.12 has neither. */
const program = `
async function settle() { for (let turn = 0; turn < 60; turn++) await null; }

function runScenario(begin, scenario) {
  let time = begin, offset = (scenario.deviceClock || 0) * 1000, timers = [], responses = [{ status: 200, headers: {}, body: "" }];
  let asked = 0, requests = 0, texts = {}, opened = [], saved = [], problems = [], options = scenario.options, client = null, random = scenario.random || 0;
  const throws = scenario.throws || [];
  function failIfAsked(name) { if (throws.includes(name)) throw new Error("broken"); }
  function schedule(ms, run) {
    const timer = { at: time + Math.max(ms, 0), run: run };
    timers.push(timer);
    return function () { timers = timers.filter(function (other) { return other !== timer; }); };
  }
  function respond(response, headers) {
    const isClosed = response.fault === "gone" || response.fault === "truncated";
    if (isClosed) return Promise.reject(new Error("closed"));
    if (response.fault === "silent") return new Promise(function () {});
    const date = new Date(time + (response.clock || 0) * 1000).toUTCString();
    const isKnown = response.status === 200 && response.headers.etag && response.headers.etag === headers["if-none-match"];
    return {
      status: isKnown ? 304 : response.status, url: response.from, body: isKnown ? "" : response.body,
      header: function (name) { return name === "date" ? (response.headers.date ? date : null) : response.headers[name]; },
    };
  }
  function request(url, headers) {
    requests++;
    const response = responses[Math.min(asked++, responses.length - 1)];
    if (response.delay === undefined) return Promise.resolve(respond(response, headers));
    return new Promise(function (resolve) { schedule(response.delay, function () { resolve(respond(response, headers)); }); });
  }
  function open() {
    const environment = {
      request: request, schedule: schedule, now: function () { return time + offset; }, random: function () { return random; },
      storage: { get: async function (name) { return texts[name]; }, set: async function (name, text) { texts[name] = text; } },
      openLink: function (url) { failIfAsked("openLink"); opened.push(url); },
      onProblem: function (problem) { problems.push(problem.code); failIfAsked("onProblem"); },
    };
    if (throws.includes("update")) environment.update = function () { failIfAsked("update"); };
    if (options.beforeBlock) environment.beforeBlock = save;
    client = drawbridge.createGateClient(Object.assign({}, options, environment));
    client.subscribe(function () { failIfAsked("listener"); });
  }
  function save(reason, until) {
    const outcome = options.beforeBlock;
    saved.push(reason, until);
    if (outcome === "throws") throw new Error("broken");
    return new Promise(function (resolve, reject) {
      if (outcome === "resolves") resolve();
      else if (outcome === "rejects") reject(new Error("broken"));
      else if (outcome.resolvesAfter) schedule(outcome.resolvesAfter, resolve);
    });
  }
  async function advance(end) {
    for (;;) {
      const due = timers.filter(function (timer) { return timer.at <= end; });
      if (due.length === 0) break;
      const first = due.reduce(function (a, b) { return b.at < a.at ? b : a; });
      timers = timers.filter(function (other) { return other !== first; });
      time = first.at;
      first.run();
      await settle();
    }
    time = end;
  }
  async function runStep(step) {
    if (step.server) { responses = step.server; asked = 0; }
    if (step.deviceClock !== undefined) offset = step.deviceClock * 1000;
    if (step.random !== undefined) random = step.random;
    if (step.advance !== undefined) await advance(time + step.advance);
    if (step.app === "restart") { client.close(); options = Object.assign({}, options, step.options); open(); }
    for (let call = 0; step.app && call < (step.times || 1); call++) client[step.app === "restart" ? "start" : step.app]();
    await settle();
    print(JSON.stringify([scenario.id, client.state, requests, opened, saved, problems]));
  }
  open();
  return scenario.steps.reduce(function (before, step) { return before.then(function () { return runStep(step); }); }, Promise.resolve())
    .then(function () { client.close(); });
}

kit.scenarios.reduce(function (before, scenario) {
  return before.then(function () { return runScenario(kit.begin, scenario); });
}, Promise.resolve()).then(function () { print("end"); }, function (error) { print("failed: " + error); });
`;

async function runInV8(source: string): Promise<string[]> {
  const lines: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const print = (line: string) => {
    lines.push(line);
    if (/^(end$|failed)/.test(line)) resolve();
  };
  vm.runInNewContext(source, { print });
  await promise;
  return lines;
}

async function main(): Promise<number> {
  const hermes = process.env.TEST_HERMES;
  if (!hermes) {
    console.log("TEST_HERMES, the path of the program hermes (npm: hermes-engine-cli)");
    return missingToolchain;
  }
  // Minified, a variable of a block can have the name of an outer one: Hermes 0.12 takes both for the same, and Metro's Babel renames them.
  const core = await bundle("core/index.ts", "drawbridge", false);
  const source = `${core}\nvar kit = ${prepareScenarios(readKit())};\n${program}`;
  const expected = await runInV8(source);
  return inTemporaryDirectory(async (directory) => {
    const file = join(directory, "program.js");
    writeFileSync(file, source);
    const { stdout } = await promisify(execFile)(hermes, [file], { timeout, maxBuffer: 64_000_000 });
    const lines = stdout.trimEnd().split("\n");
    const wrong = expected.findIndex((line, index) => lines[index] !== line);
    if (wrong >= 0) console.log(`V8:     ${expected[wrong]}\nHermes: ${lines[wrong]}`);
    else console.log(`Hermes and V8 agree on ${expected.length - 1} steps.`);
    return wrong >= 0 || expected.at(-1) !== "end" ? 1 : 0;
  });
}

process.exitCode = await main();
