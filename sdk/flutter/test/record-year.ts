/**
 * A year of a project as its server answers: weekly maintenance over both changes of the clock, windows that are extended, moved,
 * canceled, started by hand and completed, and changing policies.
 */
import { writeFileSync } from "node:fs";
import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { MaintenanceVerb } from "drawbridge-rules/verbs/maintenance-verb.ts";
import { settledAnswer } from "../../../server/src/reads/read-api.ts";
import { AskedView } from "../../../server/test/asked-view.ts";
import { randomFrom } from "../../../server/test/drills/drill.ts";
import { type Form, formWith, manifestFrom, windowEdit } from "../../../server/test/example-project.ts";
import * as maintained from "../../../server/test/maintained-project.ts";

const { HOUR, MINUTE, DAY } = maintained;
const begin = Date.UTC(2026, 11, 1);
const end = begin + 366 * DAY;
const query = { platform: "ios", current_version: "2.4.0", instanceId: "eu-1", lang: "en" };
const weekly = {
  start: "2026-12-06T02:30",
  zone: "Europe/Rome",
  duration: "PT2H",
  reminder: "PT12H",
  repeat: "FREQ=WEEKLY;BYDAY=SU",
};
const policies: readonly Form[] = [{}, { recommended: "2.6.0" }, { minimum: "2.5.0", recommended: "2.6.0" }];

interface Answer {
  /** Epoch ms from which the server answers so. */
  readonly at: number;
  readonly body: string;
}

/** Writes `{answers: [{at, body}]}`, oldest first. Returns the number of changes in the project. */
export function recordYear(file: string): number {
  const random = randomFrom(20261123);
  const project = new maintained.MaintainedProject(windowEdit("weekly", weekly));
  const answers: Answer[] = [];
  let changes = 0;
  for (let now = begin; now < end; ) {
    const isStarted = change(project, random, now);
    changes += 1;
    const next = Math.round(now + (isStarted ? 0.5 + random() : random() * 48) * HOUR);
    listAnswers(new AskedView(project.state), now, Math.min(next, end), answers);
    now = next;
    if (isStarted) attempt(project, { ...maintained.completing, window: "repair" }, now);
  }
  writeFileSync(file, JSON.stringify({ answers }));
  return changes;
}

/** Returns whether maintenance was started by hand: it lasts until it is completed. */
function change(project: maintained.MaintainedProject, random: () => number, now: number): boolean {
  const window = "weekly";
  const start = now + HOUR + Math.floor((random() * 2 * DAY) / MINUTE) * MINUTE;
  // Both take the next occurrence: more often than now and then, and none would be left.
  const isLate = new Date(now).getUTCDay() >= 5 && random() < 0.5;
  switch (Math.floor(random() * 6)) {
    case 0:
      attempt(project, { ...maintained.extending, window, by: 20 * MINUTE }, now);
      return false;
    case 1:
      if (isLate) attempt(project, { ...maintained.cancelling, window }, now);
      return false;
    case 2:
      if (isLate) attempt(project, { ...maintained.moving, window, start }, now);
      return false;
    case 3:
      return attempt(project, { ...maintained.starting, id: "repair", for: HOUR }, now);
    default: {
      const { platforms } = manifestFrom(formWith({ platforms: { ios: policies[Math.floor(random() * 3)] ?? {} } }));
      const edits = Object.entries(platforms).map(([id, value]): Edit => ({ kind: "platform", id, value }));
      project.state = applyEdits(project.state, edits);
      return false;
    }
  }
}

/** A verb that does not apply at this instant changes nothing. */
function attempt(project: maintained.MaintainedProject, verb: MaintenanceVerb, now: number): boolean {
  try {
    return project.do(verb, now).changed;
  } catch (error) {
    if (error instanceof DrawbridgeError) return false;
    throw error;
  }
}

function listAnswers(view: AskedView, from: number, to: number, answers: Answer[]): void {
  for (let now = from; now < to; ) {
    const found = view.answer("gate", query, now);
    if (!("outcome" in found)) throw new Error(found.detail);
    const body = settledAnswer(found, null, now).body ?? "";
    if (answers.at(-1)?.body !== body) answers.push({ at: now, body });
    now = found.transition;
  }
}
