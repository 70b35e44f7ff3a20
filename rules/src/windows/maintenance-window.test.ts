import assert from "node:assert/strict";
import { test } from "node:test";
import { arbitraryTimes } from "../../../server/test/arbitrary-recurrence.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import type { Problem } from "../values/errors.ts";
import { type MaintenanceWindow, parseWindow, printWindow, type WindowOrigin } from "./maintenance-window.ts";

const HOUR = 3_600_000;
const plain = { start: "2026-12-06T02:00", duration: "PT2H" };
const weekly = { ...plain, repeat: "FREQ=WEEKLY;BYDAY=SU" };

test("each mistake alone is refused where it is", () => {
  const names = Array.from({ length: 1_001 }, (_, i) => `i${i}`);
  const mistakes: [Record<string, unknown>, string][] = [
    [{ duration: "PT2H" }, "start"],
    [{ start: plain.start }, "duration"],
    [{ ...plain, end: "2026-12-06T04:00" }, "end"],
    [{ ...plain, duration: "P367D" }, "duration"],
    [{ start: plain.start, end: "2026-12-06T02:00" }, "end"],
    [{ start: plain.start, end: "2027-12-07T02:00:01" }, "end"],
    [{ start: "2026-10-25T02:45", end: "2026-10-25T02:15", zone: "Europe/Rome" }, "end"],
    [{ ...plain, zone: "europe/rome" }, "zone"],
    [{ ...plain, reminder: "PT2592001S" }, "reminder"],
    [{ ...plain, overrun: true }, "overrun"],
    [{ ...plain, platforms: [] }, "platforms"],
    [{ ...plain, instances: names }, "instances"],
    [{ ...plain, instances: ["eu-1", "us-1", "eu-1"] }, "instances.2"],
    [{ ...plain, instances: ["x".repeat(129)] }, "instances.0"],
    [{ ...plain, platforms: ["ios"], instances: ["eu-1"] }, "instances"],
    [{ ...plain, message: { en: "{nobody}" } }, "message.en"],
    [{ ...plain, repeat: "FREQ=HOURLY" }, "repeat"],
    [{ ...plain, except: ["2026-12-27"] }, "except"],
    [{ ...weekly, except: "2026-12-27" }, "except"],
    [{ ...weekly, except: Array.from({ length: 1_001 }, (_, i) => new Date(i * 864e5).toISOString().slice(0, 10)) }, "except"],
    [{ ...weekly, except: ["2026-12-20", "2026-02-30"] }, "except.1"],
    [{ ...weekly, except: ["2026-12-20", "2026-12-27", "2026-12-20"] }, "except.2"],
    [{ ...weekly, since: 0 }, "since"],
    [{ ...plain, origin: "hand" }, "origin"],
    [JSON.parse('{"start":"2026-12-06T02:00","duration":"PT2H","__proto__":{}}'), "__proto__"],
  ];
  for (const [form, path] of mistakes)
    assert.deepEqual(pluck(problemsOf(form), "path"), [`windows.w.${path}`], JSON.stringify(form).slice(0, 200));
});

test("the limits themselves are allowed", () => {
  assert.equal(read({ ...plain, duration: "P366D" }).duration, 366 * 24 * HOUR);
  assert.equal(read({ ...plain, duration: "PT1S" }).duration, 1_000);
  assert.equal(read({ ...plain, reminder: "P30D" }).reminder, 720 * HOUR);
  assert.equal(read({ ...plain, reminder: "PT0S" }).reminder, 0);
  assert.equal(read({ start: plain.start, end: "2027-12-07T02:00" }).end, "2027-12-07T02:00");
  assert.equal(read({ ...plain, instances: Array.from({ length: 1_000 }, (_, i) => `i${i}`) }).instances?.length, 1_000);
});

test("what is not a map is refused as a whole, and a document of its own has plain paths", () => {
  for (const form of [null, undefined, 7, "PT2H", [plain]]) assert.deepEqual(pluck(problemsOf(form), "path"), ["windows.w"]);
  const problems: Problem[] = [];
  parseWindow({ ...plain, zone: "x", instances: [1] }, "", "api", problems);
  assert.deepEqual(pluck(problems, "path"), ["instances.0", "zone"]);
});

test("a rule and its dates are kept in one form, whatever form they are written in", () => {
  const { repeat, except } = read({ ...plain, repeat: "byday=su;wkst=mo;freq=weekly", except: ["2026-12-27", "2026-12-13"] });
  assert.deepEqual([repeat, except], ["FREQ=WEEKLY;BYDAY=SU", ["2026-12-13", "2026-12-27"]]);
});

test("a window is printed with only what is not as usual, in the order of the manifest", () => {
  assert.deepEqual(printWindow(read({ ...plain, zone: "UTC", overrun: "end" })), plain);
  assert.equal(
    JSON.stringify(
      printWindow(
        read({
          overrun: "hold",
          end: "2026-12-06T04:00:00",
          zone: "Europe/Rome",
          start: "2026-12-06T02:00:00",
          reminder: "PT90M",
          platforms: ["ios"],
          except: ["2026-12-27"],
          repeat: "byday=su;freq=weekly",
        }),
      ),
    ),
    '{"platforms":["ios"],"start":"2026-12-06T02:00","zone":"Europe/Rome","end":"2026-12-06T04:00","reminder":"PT1H30M","overrun":"hold",' +
      '"repeat":"FREQ=WEEKLY;BYDAY=SU","except":["2026-12-27"]}',
  );
});

test("a window with a rule is printed and read as the same window", () =>
  forAll([arbitraryTimes], (window) => {
    assert.deepEqual(read(JSON.parse(JSON.stringify(printWindow(window)))), window);
  }));

test("16 kB of the worst value take less than five million steps of a loop", () => {
  const forms: unknown[] = [
    { ...plain, instances: Array.from({ length: 1_000 }, (_, i) => `aaaaaaaaaaa${i}`) },
    { ...plain, instances: Array.from({ length: 8_000 }, () => 1) },
    Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, 1])),
    { ...weekly, except: Array.from({ length: 1_000 }, () => "2026-12-13") },
  ];
  for (const form of forms) {
    const cost = costOf(() => parseWindow(form, "w", "manifest", []));
    assert.ok(cost < 5, `${cost} million steps`);
  }
});
function read(form: unknown, origin: WindowOrigin = "manifest"): MaintenanceWindow {
  const problems: Problem[] = [];
  const window = parseWindow(form, "windows.w", origin, problems);
  assert.deepEqual(problems, []);
  assert.ok(window !== null);
  return window;
}

function problemsOf(form: unknown): Problem[] {
  const problems: Problem[] = [];
  assert.equal(parseWindow(form, "windows.w", "manifest", problems), null);
  return problems;
}
