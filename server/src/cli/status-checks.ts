/** Checks of a process's `/status`. Fields of other versions may be absent. */
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import type { SourceStatus, Status, StepStatus } from "drawbridge-rules/wire/status.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import type { Context } from "./context.ts";
import { counted } from "./output.ts";
import { programVersion } from "./program-version.ts";
import { instantText } from "./time-text.ts";
import { checkServerZones } from "./zone-check.ts";

/** @param what the kind of process, e.g. `server` */
export function checkStatus(what: string, url: string, status: Status, now = Date.now()): Check[] {
  return [
    checkVersion(what, url, status),
    ...checkServerZones(status, now),
    ...(status.sources ?? []).flatMap(checkSource),
    ...(status.clock?.problem ? [warn("clock", status.clock.problem)] : []),
  ];
}

function checkVersion(what: string, url: string, { version, store, revision }: Status): Check {
  const at = revision === null ? "with nothing loaded yet" : `at revision ${revision}`;
  if (version === programVersion) return ok(what, `${url}, version ${version}, ${store} ${at}`);
  return warn(what, `${url} is version ${version}, and this command line is ${programVersion}: use the same`);
}

/**
 * A step takes place at its time: an operator who does not want that moves it.
 * @param line prints a command of this program as the user can type it
 */
export function checkStep(step: StepStatus, line: Context["line"]): Check {
  const { project, platform, at, zone, minimum, recommended, later, requests_24h: requests, forced_24h: forced } = step;
  const versions = [minimum && `--minimum ${minimum}`, recommended && `--recommended ${recommended}`].filter(Boolean);
  const share = requests
    ? `forces ${formatShare(forced ?? 0, requests)} of the last 24 hours' requests, which can be forged`
    : "no requests were counted";
  const move = line(`policy step --project ${project} --platform ${platform} --at ${later} --zone ${zone} ${versions.join(" ")}`);
  return warn("step", `${platform} of ${project}, at ${instantText(at)}: ${share}. To move it: ${move}`);
}

function checkSource(source: SourceStatus): Check[] {
  return [...checkState(source), ...checkLost(source), ...checkRebuilt(source)];
}

function checkState({ name, kind, state, since, revision, age, problem }: SourceStatus): Check[] {
  const what = kind === "edge" ? "origin" : "source";
  if (state === "following" && problem === null) {
    const at = revision === null ? "" : ` at revision ${revision}${age === null ? "" : `, checked ${Math.round(age)} s ago`}`;
    return [ok(what, `follows ${name}${at}`)];
  }
  if (state === "following") return [warn(what, `follows ${name}, with a problem: ${problem}`)];
  const why = problem ?? "no reason given; see the log of the process";
  if (state === "starting") {
    const isNew = problem === null;
    const waiting = `${name} has not been read since ${instantText(since)}, so apps get 503`;
    return [isNew ? warn(what, `${waiting}: the process is starting`) : fail(what, `${waiting}: ${why}`)];
  }
  const from =
    revision === null ? "" : ` Apps get answers from revision ${revision}${age === null ? "" : `, ${Math.round(age)} s old`}.`;
  return [fail(what, `${name} has been interrupted since ${instantText(since)}: ${/[.!?]$/.test(why) ? why : `${why}.`}${from}`)];
}

function checkLost({ name, lost }: SourceStatus): Check[] {
  if (!lost) return [];
  const after = lost.after === null ? "up to" : `after revision ${lost.after}, up to`;
  const kept = lost.manifests.length === 0 ? "see the log of the nodes" : `plan what was kept: ${lost.manifests.join(", ")}`;
  return [warn("lost commits", `${name} lost commits ${after} ${lost.through}, noticed at ${instantText(lost.at)}: ${kept}`)];
}

function checkRebuilt({ name, rebuilt_rows: rows }: SourceStatus): Check[] {
  if (!rows) return [];
  return [
    warn(
      "damage",
      `${counted(rows, "row")} of ${name} differed from the log at the start and were rebuilt: check disk and memory`,
    ),
  ];
}
