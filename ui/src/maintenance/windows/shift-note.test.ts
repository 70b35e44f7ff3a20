import assert from "node:assert/strict";
import { test } from "node:test";
import { shiftNotes } from "./shift-note.ts";

function notes(wall: string, start: string, end: string, planned = start) {
  return shiftNotes({ window: "w", occurrence: `w/${wall}`, zone: "Europe/Rome", start, end, planned_start: planned });
}

test("a time that the clock skips starts when the clock has skipped it", () => {
  assert.deepEqual(notes("2026-03-29T02:30", "2026-03-29T01:30:00.000+00:00", "2026-03-29T02:30:00.000+00:00"), {
    skippedTo: "2026-03-29T03:30",
    isDoubled: false,
    length: null,
  });
});

test("a time that occurs twice is its first occurrence, and its length shows the clock change", () => {
  assert.deepEqual(notes("2026-10-25T02:30", "2026-10-25T00:30:00.000+00:00", "2026-10-25T02:30:00.000+00:00"), {
    skippedTo: null,
    isDoubled: true,
    length: 7_200_000,
  });
});

test("on any other day, and of what was moved, there is nothing to say", () => {
  const quiet = { skippedTo: null, isDoubled: false, length: null };
  assert.deepEqual(notes("2026-12-06T02:00", "2026-12-06T01:00:00Z", "2026-12-06T03:00:00Z"), quiet);
  assert.deepEqual(notes("2026-10-25T02:30", "2026-10-26T00:30:00Z", "2026-10-26T02:30:00Z", "2026-10-25T00:30:00Z"), quiet);
});
