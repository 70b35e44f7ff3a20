/**
 * Mutants of the core: each breaks one rule in a scenario of the conformance kit, which must notice. A copy of the core is changed in a
 * temporary folder.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inTemporaryDirectory } from "../../../server/test/temporary-directory.ts";
import { readKit } from "../../conformance/scenario.ts";
import { type CreateClient, runScenario } from "./scenario-runner.ts";

export interface ClientMutant {
  /** Id of the scenario that fails. */
  readonly scenario: string;
  /** Below `sdk/js/core/`, without its extension. */
  readonly file: string;
  /** Once in the file. */
  readonly find: string;
  readonly replace: string;
}

const client = "create-gate-client";
const record = "gate-record";
const rows: readonly (readonly [scenario: string, file: string, find: string, replace: string])[] = [
  ["misconfigured", "gate-problem", '!form.test(String(options[name] ?? ""))', "options[name] === undefined"],
  ["misconfigured-by-absence", "gate-problem", 'String(options[name] ?? "")', 'String(options[name] ?? "x")'],
  ["problems-begin-and-change", client, "next.problem && next.problem.message !== before", "next.problem"],
  ["reason-that-is-no-code", "gate-question", "/^\\w{1,64}$/.test(code)", "code"],
  ["refused-link-is-a-problem", client, "store_link && !storeLink && !unsupported && !options.update", "false"],
  ["listener-that-throws", client, 'void attempt("listener", () => listener(next))', "try { listener(next); } catch {}"],
  ["link-that-cannot-be-opened", client, "!failedCallbacks.includes(name)", "true"],
  ["update-that-throws", client, "return false;", "return true;"],
  [
    "report-that-throws",
    client,
    'void attempt("onProblem", () => options.onProblem?.(found))',
    "try { options.onProblem?.(found); } catch { isClosed = true; }",
  ],
  ["storage-failing-is-reported", client, "report(callbackFailed(name, error));", ""],
  ["storage-failing-is-reported", client, "failedCallbacks.push(name);", ""],
  ["own-start-wait", client, "schedule(startWait, finish)", "schedule(2000, finish)"],
  ["no-start-wait", client, "schedule(startWait, finish)", "schedule(startWait || 2000, finish)"],
  ["start-waits-once-per-version", client, "record.answer || record.isUnanswered) finish", "record.answer) finish"],
  ["start-waits-once-per-version", record, "isUnanswered: isSame && ", "isUnanswered: "],
  ["retry-after-under-a-block", client, "blocked ? longestRetryAfterOfBlock : longestRetryAfter", "longestRetryAfter"],
  ["retry-after-under-a-block", client, "longestRetryAfterOfBlock = 54_", "longestRetryAfterOfBlock = 60_"],
  ["backoff-under-a-block", client, "blocked ? minute : longestBackoff", "longestBackoff"],
  ["retry-after", client, "wait <= 0 || wait > retryAfter", "true"],
  ["try-again-asks-at-once", client, "if (isPressed || (!isFresh", "if ((!isFresh"],
  ["try-again-goes-past-caches", client, "isPressed || !etag", "!etag"],
  ["try-again-goes-past-caches", client, "isPressed || !etag", "true"],
  ["resumes-within-a-fresh-answer", client, "(!isFresh && (wait", "(true && (wait"],
  ["resumes-within-a-fresh-answer", client, "else askWhenStale();", ""],
  ["resume-after-a-failure", client, "&& !problem && record.checkedAt", "&& record.checkedAt"],
  ["start-within-a-fresh-answer", client, "void askIfDue().then(finish)", "void askServer().then(finish)"],
  ["fresh-in-another-language", record, "found.language === language && ", ""],
  ["fresh-until-the-next-change", client, "next > checkedAt ? next : Number.POSITIVE_INFINITY", "Number.POSITIVE_INFINITY"],
  ["freshness-from-the-date", client, "isOlder ? Math.max(sample, record.offset - second) : sample", "sample"],
  ["device-clock-set-back-is-not-fresh", client, "record.checkedAt <= time && ", ""],
  ["device-clock-set-back-is-not-fresh", client, ", freshUntil: 0 }", " }"],
  ["etag-of-256-characters", "gate-answer", "{1,256}", "+"],
  ["etag-of-256-characters", "gate-answer", "{1,256}", "{1,255}"],
  ["stored-etag-that-is-too-long", record, "parseEtag(found.etag)", "found.etag"],
  ["status-400-drops-the-validator", "gate-question", "isInvalid: ", "isInvalid: status !== 400 && "],
  ["status-431-drops-the-validator", client, "isInvalid && record.etag", "false"],
  ["status-431-drops-the-validator", client, "change({ etag: null })", "record = { ...record, etag: null }"],
  ["status-500-drops-the-validator", "gate-question", "isInvalid: ", "isInvalid: status < 500 && "],
  ["status-429-leaves-the-validator", "gate-question", "status !== 429 && ", ""],
  ["status-503-leaves-the-validator", "gate-question", " && status !== 503", ""],
  ["opens-at-a-moment-of-its-own", client, "change === end && opensAt > end", "false"],
  ["opens-within-a-tenth-of-the-maintenance", client, "Math.min(openSpread, length / 10)", "openSpread"],
  ["own-open-spread", client, "Math.min(openSpread, length / 10)", "Math.min(30_000, length / 10)"],
  ["no-open-spread", client, "Math.min(openSpread, length / 10)", "Math.min(openSpread || 30_000, length / 10)"],
  ["restart-does-not-draw-again", record, "Math.min(Number(found.draw) || 0, 1)", "0"],
  ["restart-does-not-draw-again", client, "if (isEnd && !isPressed)", "if (false)"],
  ["restart-does-not-draw-again", client, "askLater(wait, adoptAnswer)", "askLater(wait)"],
  ["try-again-opens-at-once", client, "if (isEnd && !isPressed)", "if (isEnd)"],
  ["early-end-opens-at-once", client, " && opensAt - end > wait - second", ""],
  ["forced-update-after-a-maintenance", client, "!isBlocking(answer)", 'answer.maintenance !== "active"'],
  ["extension-keeps-the-drawn-moment", client, 'before?.maintenance === "active" ? record.draw : random()', "random()"],
  ["each-maintenance-is-drawn-anew", client, 'before?.maintenance === "active" ? record.draw', "record.draw ? record.draw"],
  ["max-age-is-rounded-down", client, "time + wait + 2 * second", "time + wait"],
  ["language-of-the-texts", "gate-question", 'language: header("content-language"),', ""],
  [
    "language-of-the-texts",
    "gate-question",
    'language: header("content-language")',
    'language: header("content-language") || "en"',
  ],
  ["language-of-the-texts", client, "given.language || null", "isConfirmed ? given.language || null : null"],
  ["jitter-at-a-change", client, "change - time + random() * 2 * second", "spread(change - time)"],
  ["os-of-the-device", client, "os, lang: language()", "lang: language()"],
  ["unsupported-system", "gate-question", 'header("drawbridge-os") === "too_old"', '!!header("drawbridge-os")'],
  ["unsupported-system", client, "store_link && !unsupported && isAllowedLink", "store_link && isAllowedLink"],
  ["unsupported-foreign-link", client, "!storeLink && !unsupported", "!storeLink"],
  ["unsupported-with-an-own-update", client, "canUpdate: !unsupported && ", "canUpdate: "],
  ["unsupported-with-an-own-update", client, "state.canUpdate && (update", "(update"],
  ["unsupported-is-kept", client, "!!given.isUnsupported", "isConfirmed && !!given.isUnsupported"],
  ["unsupported-is-not-recommended", client, "&& !unsupported && !isFirstRun", "&& !isFirstRun"],
  ["saves-before-a-block", record, "isSame && found.isSaved", "found.isSaved"],
  ["saves-before-a-block", client, "isSaved ? change({ isSaved: true }) : giveUp()", "giveUp()"],
  ["saves-before-a-maintenance", client, 'state.status === "maintenance" ? "maintenance" : "update"', '"update"'],
  ["saves-again-after-a-kill", client, "saving: blocked && ", "saving: blocked && isConfirmed && "],
  ["saves-no-longer-than-its-time", client, "isUnsaved = true;", "isUnsaved = true; change({ isSaved: true });"],
  ["saves-no-longer-than-its-time", client, "beforeBlockTime = 30 * second", "beforeBlockTime = 20 * second"],
  ["own-time-to-save", client, "Math.min(beforeBlockTime, longestSave)", "beforeBlockTime"],
  ["own-time-to-save", client, "Math.min(beforeBlockTime, longestSave)", "Math.min(beforeBlockTime || 30 * second, longestSave)"],
  ["misconfigured-time-to-save", "gate-problem", ', "beforeBlockTime"', ""],
  ["save-that-throws", client, ": giveUp();", ": ignore();"],
  ["save-that-throws", client, "isSaved ? change({ isSaved: true }) : giveUp()", "change({ isSaved: true })"],
  ["saves-again-after-opening", client, "if (record.isSaved) change({ isSaved: undefined });", ""],
  ["hang-of-another-block", client, "isUnsaved = false;\n      cancelSave", "cancelSave"],
  ["hang-of-another-block", client, "next.saving ? save() : cancelSave()", "next.saving && save()"],
  ["save-of-an-earlier-block", client, "cancelSave === cancel", "!isClosed"],
  ["save-of-an-earlier-block", client, "cancelSave = ignore;\n      if", "if"],
  ["save-of-a-killed-process", client, "cancelSave = ignore;\n      listeners", "listeners"],
  ["save-that-resolves-late", client, "cancelSave === cancel", "cancelSave === cancel && !isUnsaved"],
  ["time-to-save-by-the-device", client, "now() + time)", "serverNow() + time)"],
  ["save-of-a-rehearsal", client, '!next.blocked && next.status !== "loading"', "!next.blocked"],
  ["closed-while-saving", client, "cancelSave();\n      cancelSave", "cancelSave"],
];

export const clientMutants: readonly ClientMutant[] = rows.map(([scenario, file, find, replace]) => ({
  scenario,
  file,
  find,
  replace,
}));

/** @throws AssertionError if the scenario passes, or fails without the change too */
export async function killMutant({ scenario: id, file, find, replace }: ClientMutant): Promise<void> {
  const kit = readKit();
  const scenario = kit.scenarios.find((one) => one.id === id);
  assert.ok(scenario, `There is no scenario ${id}.`);
  await inTemporaryDirectory(async (directory) => {
    for (const folder of ["whole", "mutant"])
      cpSync(join(import.meta.dirname, "../core"), join(directory, folder), { recursive: true });
    const path = join(directory, "mutant", `${file}.ts`);
    const parts = readFileSync(path, "utf8").split(find);
    assert.equal(parts.length, 2, `${file}.ts has ${parts.length - 1} times: ${find}`);
    writeFileSync(path, parts.join(replace));
    await runScenario(await importCore(directory, "whole"), kit, scenario);
    const create = await importCore(directory, "mutant");
    const outcome = await runScenario(create, kit, scenario).then(
      () => "survived",
      () => "killed",
    );
    assert.equal(outcome, "killed", `${id} passes with ${JSON.stringify(replace)} instead of ${JSON.stringify(find)}`);
  });
}

async function importCore(directory: string, folder: string): Promise<CreateClient> {
  return (await import(pathToFileURL(join(directory, folder, "index.ts")).href)).createGateClient;
}
