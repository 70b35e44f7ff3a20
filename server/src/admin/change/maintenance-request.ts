import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { instantAheadRule, instantProblem, parseInstantAhead, timeProblem } from "drawbridge-rules/values/instant.ts";
import { parseWall } from "drawbridge-rules/values/wall-time.ts";
import type { MaintenanceVerb, WallOrInstant } from "drawbridge-rules/verbs/maintenance-verb.ts";
import { LONGEST_OCCURRENCE } from "drawbridge-rules/verbs/verb-target.ts";
import {
  cancelSchema,
  completeSchema,
  extendSchema,
  moveSchema,
  type StartRequest,
  startSchema,
} from "drawbridge-rules/wire/maintenance.ts";
import type { RequestBody } from "../request/admin-route.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";

type Read = (body: RequestBody | null, now: number) => MaintenanceVerb;

/** Durations count from `now`. Each @throws invalid, with everything that is wrong */
export const verbReaders: Readonly<Record<MaintenanceVerb["verb"], Read>> = {
  start: (body, now) => {
    const { fields, problems: found } = readBodyFields(startSchema, body);
    const { window, id, for: length, until, whole_project, ...form } = fields;
    if (window === undefined) found.push(...scopeProblems(fields));
    else if (whole_project !== undefined)
      found.push({ path: "whole_project", message: "applies only to a new window; `window` names an existing one" });
    const verb: MaintenanceVerb = {
      verb: "start",
      window: window ?? null,
      id: id ?? null,
      for: readSpan(length, "for", found),
      until: readInstant(until, "until", found, now),
      form,
    };
    return checked(verb, found, body);
  },
  extend: (body, now) => {
    const { fields, problems: found } = readBodyFields(extendSchema, body);
    const verb: MaintenanceVerb = {
      verb: "extend",
      ...choiceOf(fields),
      by: readSpan(fields.by, "by", found),
      until: readInstant(fields.until, "until", found, now),
      lease: readSpan(fields.lease, "lease", found),
    };
    return checked(verb, found, body);
  },
  complete: (body) => {
    const { fields, problems } = readBodyFields(completeSchema, body);
    return checked({ verb: "complete", ...choiceOf(fields) }, problems, body);
  },
  cancel: (body) => {
    const { fields, problems } = readBodyFields(cancelSchema, body);
    return checked({ verb: "cancel", ...choiceOf(fields) }, problems, body);
  },
  move: (body, now) => {
    const { fields, problems: found } = readBodyFields(moveSchema, body);
    const verb: MaintenanceVerb = {
      verb: "move",
      ...choiceOf(fields),
      start: readWallOrInstant(fields.start, "start", found, now) ?? 0,
      end: readWallOrInstant(fields.end, "end", found, now),
      for: readSpan(fields.for, "for", found),
    };
    return checked(verb, found, body);
  },
};

/** A start without a scope would lock out every user of the project. */
function scopeProblems({ instances, platforms, whole_project }: StartRequest): Problem[] {
  for (const [path, names] of Object.entries({ instances, platforms }))
    if (names?.length === 0) return [{ path, message: 'expected at least one name; every app is `"whole_project": true`' }];
  const chosen = [instances !== undefined, platforms !== undefined, whole_project === true].filter(Boolean).length;
  if (chosen === 1) return [];
  const accepted = 'exactly one of `instances`, `platforms` and `"whole_project": true`';
  return [
    { path: "", message: chosen === 0 ? `names no scope: expected ${accepted}` : `names ${chosen} scopes: expected ${accepted}` },
  ];
}

function checked(verb: MaintenanceVerb, problems: readonly Problem[], body: RequestBody | null): MaintenanceVerb {
  refuseIfAny(problems, body, "the request");
  return verb;
}

function choiceOf({ window, occurrence }: { readonly window?: string | undefined; readonly occurrence?: string | undefined }) {
  return { window: window ?? null, occurrence: occurrence ?? null };
}

function readSpan(text: string | undefined, path: string, problems: Problem[]): number | null {
  if (text === undefined) return null;
  const ms = parseDuration(text);
  if (ms !== null && ms > 0 && ms <= LONGEST_OCCURRENCE) return ms;
  problems.push({ path, message: "expected a duration above zero and up to 366 days, such as 30m" });
  return null;
}

function readInstant(text: string | undefined, path: string, problems: Problem[], now: number): number | null {
  if (text === undefined) return null;
  const at = parseInstantAhead(text, now);
  if (at === null) problems.push({ path, message: instantProblem(text) });
  return at;
}

function readWallOrInstant(text: string | undefined, path: string, problems: Problem[], now: number): WallOrInstant | null {
  if (text === undefined) return null;
  const at = parseWall(text) ?? parseInstantAhead(text, now);
  if (at === null) {
    problems.push({
      path,
      message: timeProblem(
        text,
        `expected a wall-clock time in the window's zone, such as 2026-12-06T03:00, or ${instantAheadRule}`,
      ),
    });
  }
  return at;
}
