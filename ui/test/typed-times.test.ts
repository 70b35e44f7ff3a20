/** The same for the rules, the command line, the API, the console and a manifest. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import { parseDuration, printDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { parseInstantAhead, printInstant } from "drawbridge-rules/values/instant.ts";
import { parseWall } from "drawbridge-rules/values/wall-time.ts";
import type { MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import fc from "fast-check";
import { duration, instant } from "../../server/src/cli/text-form.ts";
import { adminServerWithProject, creating, replacing } from "../../server/test/admin-server.ts";
import { typedDuration, typedInstant, typedMs } from "../src/elements/typed-times.ts";

interface Table {
  readonly now: string;
  /** Milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
  readonly instants: Readonly<Record<string, string>>;
  readonly refused: readonly string[];
}

const table: Table = JSON.parse(readFileSync(new URL("../../vectors/typed-times.json", import.meta.url), "utf8"));
const { durations, instants, refused } = table;
const now = Date.parse(table.now);
const longest = 366 * 86_400_000;
const texts = [...Object.keys(durations), ...Object.keys(instants), ...refused];

/** Null means refused. */
function durationIn(text: string): string | null {
  const ms = durations[text];
  return ms === undefined ? null : printDuration(ms);
}

/** RFC 3339, in UTC; null means refused. */
function instantIn(text: string): string | null {
  const ms = durations[text];
  return ms === undefined ? (instants[text] ?? null) : printInstant(now + ms);
}

test("a typed duration is the same time everywhere, or refused everywhere", async () => {
  assert.equal(texts.length, 200);
  const server = await adminServerWithProject();
  await server.of("PUT", "acme/windows/w", { body: { start: "2026-12-06T02:00", duration: "P1D" }, headers: creating });
  for (const text of texts) {
    const expected = durationIn(text);
    assert.equal(parseDuration(text), durations[text] ?? null, `rules: ${text}`);
    assert.equal(duration.parse(text, now), expected, `command line: ${text}`);
    assert.equal(typedDuration(text), expected ?? text.trim(), `console: ${text}`);
    // No window lasts no time.
    const isLength = expected !== null && expected !== "PT0S";
    const body = { start: "2026-12-06T02:00", duration: text };
    const put = await server.of("PUT", "acme/windows/w?override=long_maintenance&reason=long", { body, headers: replacing });
    assert.equal(put.status, isLength ? 200 : 422, `API: ${text}: ${put.text}`);
    const held = (await server.of("GET", "acme/windows/w")).json<{ readonly duration: string }>();
    if (isLength) assert.equal(held.duration, expected, `API: ${text}`);
    const problems: Problem[] = [];
    const read = parseManifest({ apiVersion: "drawbridge/v1", project: "acme", name: "Acme", windows: { w: body } }, problems);
    const window = read?.windows.w;
    assert.deepEqual([window?.duration ?? null, problems.length === 0], isLength ? [durations[text], true] : [null, false], text);
  }
});

test("a typed instant ahead is the same instant everywhere, or refused everywhere", async () => {
  const server = await adminServerWithProject();
  server.now = now;
  for (const text of texts) {
    const expected = instantIn(text);
    const at = parseInstantAhead(text, now);
    assert.equal(at === null ? null : printInstant(at), expected, `rules: ${text}`);
    assert.equal(instant.parse(text, now), expected, `command line: ${text}`);
    // On the clock of a zone, the console takes what others refuse.
    if (parseWall(text.replace(" ", "T")) === null) {
      const known = typedMs(text, "Europe/Rome", now);
      assert.equal(Number.isNaN(known) ? null : printInstant(known), expected, `console: ${text}`);
      const sent = parseInstantAhead(typedInstant(text, "Europe/Rome", now + 1), now);
      assert.equal(sent === null ? null : printInstant(sent), expected, `sent by the console: ${text}`);
    }
    const isAhead = expected !== null && Date.parse(expected) > now;
    const made = await server.ask("POST", "/admin/v1/tokens", { body: { name: "x", expires_at: text } });
    assert.equal(made.status, isAhead ? 201 : 422, `API: ${text}: ${made.text}`);
    if (isAhead) assert.equal(made.json<{ readonly expires_at: string }>().expires_at, expected, `API: ${text}`);
    else if (expected === null)
      assert.match(
        made.text,
        /\(RFC 3339\), such as .*, or a duration from now such as 7d, or null|does not exist|the offset is missing/,
      );
  }
});

test("what is printed is read as the same time", () => {
  const seconds = fc.integer({ min: 0, max: longest / 1_000 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 250_000_000_000_000 }), (length, from) => {
      const ms = length * 1_000;
      for (const text of [printDuration(ms), printTypedDuration(ms), durationText(printDuration(ms))]) {
        assert.equal(parseDuration(text), ms);
        assert.equal(parseInstantAhead(text, from), from + ms);
        assert.equal(typedDuration(text), printDuration(ms));
      }
      const printed = printInstant(from + ms);
      assert.equal(parseInstantAhead(printed, 0), from + ms);
      assert.equal(instant.parse(printed, 0), printed);
    }),
    { seed: 59, numRuns: 1_000 },
  );
});

test("an end that comes twice on the clock is one instant, planned or moved", async () => {
  const server = await adminServerWithProject();
  server.now = Date.parse("2026-10-20T08:00:00Z");
  const [start, end, zone] = ["2026-10-25T01:00", "2026-10-25T02:30", "Europe/Rome"];
  await server.of("PUT", "acme/windows/planned", { body: { start, end, zone }, headers: creating });
  const other = { start: "2026-10-25T00:00", duration: "PT30M", zone };
  await server.of("PUT", "acme/windows/moved", { body: other, headers: creating });
  await server.of("POST", "acme/maintenance/move", { body: { window: "moved", start, end } });
  const { occurrences } = (await server.of("GET", "acme/maintenance")).json<MaintenanceList>();
  assert.deepEqual(
    occurrences.flatMap((one) => (one.window === "december" ? [] : [[one.window, one.start, one.end]])).sort(),
    ["moved", "planned"].map((name) => [name, "2026-10-24T23:00:00.000+00:00", "2026-10-25T01:30:00.000+00:00"]),
  );
  assert.equal(typedInstant(end, zone, server.now), "2026-10-25T01:30:00.000Z");
});
