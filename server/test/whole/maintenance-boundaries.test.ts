/**
 * Maintenance for a client that sends fifty requests a second: before an instant the old answer, from it on the new one. Any
 * request after the instant must get the new answer, and any answer before it must be the old one, however busy the machine is.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Program, type ReadBody, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const base = "/admin/v1/projects/acme";
const period = 20;
/** Milliseconds around a switch: a busy machine sends late. */
const window = 2_000;
/** Seconds of each maintenance: longer than the window, so that no two switches share one. */
const seconds = 3;

interface Seen {
  readonly asked: number;
  readonly arrived: number;
  readonly body: ReadBody;
}

test("a client at 50 Hz sees maintenance begin, end, end late when it was extended, be held over and be completed, each at its instant", async (t) => {
  const program = await startProgram({ directory: directories() });
  try {
    const key = await prepared(program);
    const seen: Seen[] = [];
    const polling = poll(program, key, seen);
    const switches = await scenario(program);
    await pause(window + 100);
    await polling(true);
    const lags = switches.map(({ what, at, by = at, isNew }) => checkSwitch(seen, what, at, by, isNew));
    t.diagnostic(`${seen.length} answers; seen ${lags.map((lag) => `${lag.toFixed(0)} ms`).join(", ")} after the instant`);
  } finally {
    await program.stop();
  }
});

async function prepared(program: Program): Promise<string> {
  await program.admin("PUT", base, { name: "Acme", ttl: "PT0S" }, { "if-none-match": "*" });
  await program.admin("PUT", `${base}/instances/eu-1`, { name: "Acme Europe" }, { "if-none-match": "*" });
  return String((await program.admin("POST", `${base}/keys`, { name: "app" })).body.key);
}

interface Switch {
  readonly what: string;
  /** Epoch ms: nothing new is answered before. */
  readonly at: number;
  /** Epoch ms after which no old answer is allowed: the answer to a manual change; absent: the instant itself. */
  readonly by?: number;
  readonly isNew: (body: ReadBody) => boolean;
}

/** Plans a window; starts maintenance by hand, extends it by a second, lets it end; starts one that holds, and completes it. */
async function scenario(program: Program): Promise<Switch[]> {
  const verb = async (name: string, body: object) => {
    const answer = await program.admin("POST", `${base}/maintenance/${name}`, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as ReadBody & { start: string; end: string };
  };
  const active = (body: ReadBody) => body.is_maintenance === true;
  const over = (body: ReadBody) => body.is_maintenance === false;
  const planned = Math.ceil(Date.now() / 1000) * 1000 + 1000;
  const once = { start: new Date(planned).toISOString().slice(0, 19), duration: `PT${seconds}S` };
  const made = await program.admin("PUT", `${base}/windows/planned`, once, { "if-none-match": "*" });
  assert.ok(made.status < 300, JSON.stringify(made.body));
  const plannedEnd = planned + seconds * 1000;
  await pause(plannedEnd + window + 100 - Date.now());
  const before = Date.now();
  const first = await verb("start", { name: "first", for: `PT${seconds}S`, overrun: "end", whole_project: true });
  const started = Date.now();
  assert.ok(Date.parse(first.start) >= before);
  const extended = await verb("extend", { window: "first", by: "PT1S" });
  await pause(Date.parse(extended.end) - Date.now() + window + 50);
  const second = await verb("start", { name: "second", for: `PT${seconds}S`, overrun: "hold", whole_project: true });
  const held = Date.parse(second.end);
  await pause(held - Date.now() + window + 100);
  const completed = await verb("complete", { window: "second" });
  const ended = Date.now();
  const holdsOn = (body: ReadBody) => active(body) && Date.parse(String(body.end_time)) > held;
  return [
    { what: "the planned start", at: planned, isNew: active },
    { what: "the planned end", at: plannedEnd, isNew: over },
    { what: "the start by hand", at: Date.parse(first.start), by: started, isNew: active },
    { what: "the extended end", at: Date.parse(extended.end), isNew: over },
    { what: "the hold", at: held, isNew: holdsOn },
    { what: "the completion", at: Date.parse(completed.end), by: ended, isNew: over },
  ];
}

/** Begins to ask; the returned function ends it and waits for what is under way. */
function poll(program: Program, key: string, seen: Seen[]): (end: boolean) => Promise<unknown> {
  const under: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const asked = Date.now();
    under.push(
      program
        .read("/api/v1/maintenance?instanceId=eu-1", key)
        .then(({ body }) => seen.push({ asked, arrived: Date.now(), body })),
    );
  }, period);
  return (end) => {
    if (end) clearInterval(timer);
    return Promise.all(under);
  };
}

/** Milliseconds from the instant until the first new answer had arrived. */
function checkSwitch(seen: readonly Seen[], what: string, at: number, by: number, isNew: (body: ReadBody) => boolean): number {
  const near = seen.filter(({ asked, arrived }) => arrived > at - window && asked < by + window);
  const before = near.filter(({ arrived }) => arrived < at);
  const after = near.filter(({ asked }) => asked >= by);
  assert.ok(before.length > 0 && after.length > 0, `${what}: asked before and after`);
  for (const { body, arrived } of before) assert.ok(!isNew(body), `${what}: new ${at - arrived} ms early`);
  for (const { body, asked } of after) assert.ok(isNew(body), `${what}: old ${asked - by} ms late: ${JSON.stringify(body)}`);
  return Math.min(...near.filter(({ body }) => isNew(body)).map(({ arrived }) => arrived)) - at;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
