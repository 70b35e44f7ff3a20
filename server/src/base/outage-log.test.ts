import assert from "node:assert/strict";
import { test } from "node:test";
import { OutageLog } from "./outage-log.ts";

function logged() {
  const lines: string[] = [];
  const line = (level: string) => (fields: object, text: string) => void lines.push(`${level} ${text} ${JSON.stringify(fields)}`);
  return { lines, outage: new OutageLog({ error: line("error"), info: line("info") }, { lost: "lost", back: "back" }) };
}

test("an outage is one error however often it is tried, another for another problem, and one info at its end", () => {
  const { lines, outage } = logged();
  for (let now = 1_000; now < 60_000; now += 1_000) outage.lost("refused", now, { store: "x" });
  outage.lost("timed out", 60_000, { store: "x" });
  outage.lost("refused", 61_000, { store: "x" });
  assert.equal(outage.back(62_500, { store: "x" }), true);
  assert.equal(outage.back(63_000, { store: "x" }), false);
  assert.deepEqual(lines, [
    'error lost {"problem":"refused","store":"x"}',
    'error lost {"problem":"timed out","store":"x"}',
    'info back {"awaySeconds":61.5,"store":"x"}',
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
