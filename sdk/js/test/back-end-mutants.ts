/** Mutants of the gate for JavaScript back ends, as those of the core in `client-mutants.ts`. */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inTemporaryDirectory } from "../../../server/test/temporary-directory.ts";
import { readBackEndKit, runBackEndScenario } from "./back-end-run.ts";
import type { ClientMutant } from "./client-mutants.ts";

const answers = "server/gate-answers";
const cache = "server/answer-cache";
const checks = "server/option-checks";
const gate = "server/server-gate";
const reports = "server/problem-reports";
const rows: readonly (readonly [scenario: string, file: string, find: string, replace: string])[] = [
  ["wrong-options-throw", checks, "if (wrong.length > 0) throw", "if (false) throw"],
  ["wrong-options-throw", checks, 'wrong.join("; ")', "wrong[0]"],
  ["wrong-options-throw", checks, "Number.isInteger(value) && ", ""],
  ["wrong-options-throw", checks, "(value as number) >= min && ", ""],
  ["wrong-paths-throw", checks, "isListOf(/^\\/[^*?#]*\\*?$/, value)", "Array.isArray(value)"],
  ["address-without-a-scheme-is-misconfigured", checks, "!isAddress(baseUrl)", "!baseUrl"],
  ["example-address-is-misconfigured", checks, "|…))", "))"],
  ["missing-settings-are-misconfigured", gate, 'wrong.join("; ")', "wrong[0]"],
  ["example-key-is-misconfigured", checks, "[!-~]+$/.test(key", ".+$/.test(key"],
  ["empty-platform-is-misconfigured", checks, "!isInstance(instance)", "instance.length > 128"],
  ["absurd-instance-is-misconfigured", checks, "{1,128}", "{1,129}"],
  ["problems-are-reported-once", reports, "message !== this.#failure", "true"],
  ["problems-are-reported-once", answers, "this.#problems.reportFailure(null);", ""],
  ["intervals-double", reports, "message !== this.#failure", "true"],
  ["rejected-questions-are-reported-once", reports, "quietMs = 600_000", "quietMs = 0"],
  ["rejected-questions-are-reported-once", reports, "now - last >= quietMs", "last < 0"],
  ["long-etag-is-not-kept", "core/gate-answer", "{1,256}", "+"],
  ["etag-of-256-characters-is-kept", "core/gate-answer", "{1,256}", "{1,255}"],
  ["rejection-drops-the-etag", answers, "if (cached && isInvalid)", "if (false)"],
  ["other-failures-keep-the-etag", answers, "if (cached && isInvalid)", "if (cached)"],
  ["maintenance-does-not-depend-on-the-version", answers, "found ?? this.#findNewest(question.scope)", "found"],
  ["update-depends-on-the-version", answers, 'update: "none"', "update: answer.update"],
  ["maintenance-beside-an-update", answers, 'answer.update === "forced" ? maintenanceTexts : {}', "{}"],
  [
    "maintenance-of-the-platform-ends-at-its-next-change",
    answers,
    "newest && now() < newest.usableUntil ? newest : null",
    "newest",
  ],
  ["known-versions-keep-their-places", cache, "if (now - oldest[1].usedAt < idleMs) return false;", ""],
  [
    "known-versions-keep-their-places",
    answers,
    "if (this.#cache.set(path, answer, now)) return;",
    "this.#cache.set(path, answer, now); return;",
  ],
  ["least-recently-used-makes-room", cache, "idleMs = 60_000", "idleMs = 60_001"],
  ["least-recently-used-makes-room", cache, "place.usedAt = now;", ""],
  ["build-in-brackets", "server/gate-question", "(\\([\\w.-]+\\))?", ""],
  ["age-counts", "core/gate-question", "?? defaultMaxAge) - age", "?? defaultMaxAge)"],
  ["age-counts", "core/gate-question", '(header("date")) + age * 1000', '(header("date"))'],
  ["date-counts", answers, "Math.max(offset, before - 1_000)", "offset"],
  ["os-of-the-device", "server/gate-question", "options.osHeader", '"x-app-os"'],
  ["os-of-the-device", "server/gate-question", "[\\d.]{0,15}$/", "/"],
  ["exempt-paths-pass", gate, "path === exempt || path ===", "path === exempt || exempt ==="],
  ["exempt-paths-pass", gate, "request.path.toLowerCase()", "request.path"],
];

/** `file` is below `sdk/js/`. */
export const backEndMutants: readonly ClientMutant[] = rows.map(([scenario, file, find, replace]) => ({
  scenario,
  file,
  find,
  replace,
}));

/** @throws AssertionError if the scenario passes, or fails without the change too */
export async function killBackEndMutant({ scenario: id, file, find, replace }: ClientMutant): Promise<void> {
  const scenario = readBackEndKit().scenarios.find((one) => one.id === id);
  assert.ok(scenario, `There is no scenario ${id}.`);
  await runBackEndScenario(scenario);
  await inTemporaryDirectory(async (directory) => {
    for (const folder of ["core", "server"])
      cpSync(join(import.meta.dirname, "..", folder), join(directory, folder), { recursive: true });
    const path = join(directory, `${file}.ts`);
    const parts = readFileSync(path, "utf8").split(find);
    assert.equal(parts.length, 2, `${file}.ts has ${parts.length - 1} times: ${find}`);
    writeFileSync(path, parts.join(replace));
    const { createServerGate } = await import(pathToFileURL(join(directory, "server/index.ts")).href);
    const outcome = await runBackEndScenario(scenario, createServerGate).then(
      () => "survived",
      () => "killed",
    );
    assert.equal(outcome, "killed", `${id} passes with ${JSON.stringify(replace)} instead of ${JSON.stringify(find)}`);
  });
}
