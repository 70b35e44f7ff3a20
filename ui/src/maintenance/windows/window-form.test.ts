import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDuration, printDuration } from "drawbridge-rules/values/duration.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { printWall, wallMs, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { parseWindow, printWindow, type WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import fc from "fast-check";
import { presentOf } from "../../review/edit-state.ts";
import {
  isWindowId,
  type NamedWindowForm,
  newForm,
  scopeKind,
  suggestedId,
  withDuration,
  withEnd,
  withField,
  withScope,
  withStart,
} from "./window-form.ts";

const id = "w";
const wall = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
  .map((minute) => printWall(minute * 60_000));
const duration = fc.integer({ min: 1, max: 300 * 24 * 60 }).map((minutes) => printDuration(minutes * 60_000));
const zone = fc.constantFrom("UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe");
const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,12}$/), { minLength: 1, maxLength: 4 });
const form: fc.Arbitrary<NamedWindowForm> = fc
  .tuple(wall, duration, zone, fc.option(names), fc.boolean(), fc.constantFrom("end", "hold"))
  .map(([start, length, at, chosen, isOnClock, overrun]) => {
    const scope = chosen === null ? {} : { instances: chosen };
    const plain: NamedWindowForm = { id: "w", ...scope, start, duration: length, ...(at === "UTC" ? {} : { zone: at }) };
    return { ...(isOnClock ? withEnd(plain) : plain), ...(overrun === "hold" ? { overrun } : {}) };
  });

test("what is read of the server is sent to it unchanged", () => {
  fc.assert(
    fc.property(form, ({ id: _, ...sent }) => {
      const problems: Problem[] = [];
      const window = parseWindow(sent, "w", "api", problems);
      assert.deepEqual(problems, []);
      assert.ok(window);
      const printed = printWindow(window) as unknown as WindowForm;
      const read = presentOf({ ...printed, origin: "api", revision: 1, etag: '"1.1"' })?.form;
      assert.deepEqual(read, printed);
      assert.deepEqual(parseWindow(read, "w", "api", []), window);
    }),
  );
});

test("a length is an end on the clock and a length again", () => {
  fc.assert(
    fc.property(wall, duration, (start, length) =>
      assert.deepEqual(withDuration(withEnd({ id, start, duration: length })), { id, start, duration: length }),
    ),
  );
});

test("an end on the clock moves with its start", () => {
  fc.assert(
    fc.property(form, wall, (before, start) => {
      const after = withStart(before, start);
      assert.equal(after.start, start);
      const length = ({ start: from, end = from }: WindowForm) => wallMs(end) - wallMs(from);
      assert.equal(length(after), length(before));
      assert.deepEqual(withStart(after, before.start), before);
    }),
  );
});

test("half a date loses nothing", () => {
  const before = { id, start: "2026-12-06T02:00", end: "2026-12-06T04:00", repeat: "FREQ=WEEKLY;BYDAY=SU" };
  assert.deepEqual(withStart(before, ""), { ...before, start: "" });
  assert.equal(withEnd({ id, start: "", duration: "PT2H" }).end, "");
  assert.equal(withDuration({ id, start: "", end: "2026-12-06T04:00" }).duration, "PT2H");
});

test("what was drawn on a day whose clock shifts lasts as long as it was drawn", () => {
  fc.assert(
    fc.property(wall, wall, zone, (start, end, at) => {
      const { duration: length = "" } = newForm({ start, end, zone: at }, "UTC", 0);
      const drawnMs = wallToInstant(end, at) - wallToInstant(start, at);
      assert.equal(parseDuration(length), drawnMs > 0 ? drawnMs : 7_200_000);
    }),
  );
});

test("who is covered is the project, or platforms, or instances, and never two of them", () => {
  const start = "2026-12-06T02:00";
  for (const kind of ["project", "platforms", "instances"] as const) {
    const chosen = withScope({ id, start, platforms: ["ios"], duration: "PT1H" }, kind, ["a"]);
    assert.equal(scopeKind(chosen), kind);
    assert.equal("platforms" in chosen && "instances" in chosen, false);
  }
});

test("a suggested id is one that can be used", () => {
  const start = "2026-12-06T02:00";
  assert.equal(suggestedId({ start }, []), "maintenance-2026-12-06");
  assert.equal(suggestedId({ start }, ["maintenance-2026-12-06", "maintenance-2026-12-06-2"]), "maintenance-2026-12-06-3");
  assert.ok(isWindowId(suggestedId({ start, title: "Über uns" }, [])));
  for (const id of ["", "Uppercase", "a b", "a/b", "ä", "a".repeat(64)]) assert.ok(!isWindowId(id), id);
});

test("an empty field is not sent", () => {
  assert.deepEqual(withField({ id, start: "x", reminder: "PT1H" }, "reminder", ""), { id, start: "x" });
  assert.deepEqual(withField({ id, start: "x", except: ["a"] }, "except", []), { id, start: "x" });
});
