import assert from "node:assert/strict";
import { test } from "node:test";
import { OutageLog, openLog, sentence } from "./log.ts";
import type { LogLevel } from "./settings.ts";

function lines(level: LogLevel = "info") {
  const written: string[] = [];
  return { written, log: openLog(level, { write: (line) => void written.push(line) }) };
}

test("no secret is logged under any of its names, up to three levels down", () => {
  const { written, log } = lines();
  const names = "authorization Authorization X-API-Key X-Api-Key x-api-key cookie Set-Cookie token key password".split(" ");
  for (const name of names) {
    const secret = { [name]: "hunter2" };
    log.info({ ...secret, a: secret, req: { headers: secret }, b: { c: { d: secret } } }, "text");
    log.error({ err: Object.assign(new Error("failed"), secret) }, "text");
  }
  assert.equal(written.length, 2 * names.length);
  const actual = written.filter((line) => line.includes("hunter2"));
  assert.deepEqual(actual, []);
  assert.equal(written.join("").split("(secret)").length - 1, 5 * names.length);
});

test("an entry is one line of JSON with its level as a word and its time in UTC", () => {
  const { written, log } = lines();
  log.info({ project: "acme" }, "two\nlines");
  assert.match(
    written[0] ?? "",
    /^\{"level":"info","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","project":"acme","msg":"two\\nlines"\}\n$/,
  );
});

test("less than the level is not logged, and nothing is when it is silent", () => {
  const { written, log } = lines("warn");
  log.info("a");
  log.warn("b");
  openLog("silent", { write: () => assert.fail("logged") }).fatal("c");
  const actual = written.map((line) => JSON.parse(line).msg);
  assert.deepEqual(actual, ["b"]);
});

test("on a terminal an entry is a sentence, with the stack of its error below", () => {
  const time = "2026-12-06T01:02:03.004Z";
  assert.equal(
    sentence(JSON.stringify({ level: "info", time, url: "http://h:1", count: 2, msg: "listening" })),
    "01:02:03 info  listening url=http://h:1 count=2\n",
  );
  const err = { message: "m", stack: "Error: m\n    at f" };
  const actual = sentence(JSON.stringify({ level: "error", time, err, msg: "failed" }));
  assert.equal(actual, "01:02:03 error failed\n  Error: m\n      at f\n");
});

const outageLines = { lost: { event: "store.lost", text: "lost" }, back: { event: "store.back", text: "back" } } as const;

function logged() {
  const lines: string[] = [];
  const line = (level: string) => (fields: object, text: string) => void lines.push(`${level} ${text} ${JSON.stringify(fields)}`);
  return { lines, outage: new OutageLog({ error: line("error"), info: line("info") }, outageLines) };
}

test("an outage is one error however often it is tried, another for another problem, and one info at its end", () => {
  const { lines, outage } = logged();
  for (let now = 1_000; now < 60_000; now += 1_000) outage.lost("refused", now, { store: "x" });
  outage.lost("timed out", 60_000, { store: "x" });
  outage.lost("refused", 61_000, { store: "x" });
  assert.equal(outage.back(62_500, { store: "x" }), true);
  assert.equal(outage.back(63_000, { store: "x" }), false);
  assert.deepEqual(lines, [
    'error lost {"event":"store.lost","reason":"refused","store":"x"}',
    'error lost {"event":"store.lost","reason":"timed out","store":"x"}',
    'info back {"event":"store.back","awaySeconds":61.5,"store":"x"}',
  ]);
});

test("the next outage is logged again, and one whose problem is worded differently each time does not fill the log", () => {
  const { lines, outage } = logged();
  outage.lost("refused", 0, {});
  outage.back(1, {});
  for (let n = 0; n < 1_000; n++) outage.lost(`refused: attempt ${n}`, n, {});
  assert.equal(lines.filter((line) => line.startsWith("error")).length, 11);
  outage.back(2_000, {});
  outage.lost("refused", 2_000, {});
  assert.equal(lines.length, 14);
});
