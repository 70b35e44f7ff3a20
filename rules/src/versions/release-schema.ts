/** Releases that a policy declares: versions that users can update to. A list, since YAML reads the unquoted key `2.10` as 2.1. */

import { z } from "zod";
import { parseDate } from "../values/calendar-date.ts";
import type { ProblemSink } from "../values/errors.ts";
import { joinPath, readLine } from "../values/fields.ts";
import { fields, optional, printValue, readValue, required } from "../values/schema.ts";
import { dateForm, lineForm, versionForm } from "../values/text-forms.ts";
import { timeProblem } from "../values/time-problem.ts";
import { compareVersions, parseVersion } from "./app-version.ts";
import { maxNotesLength, parseBound, type Release } from "./version-policy.ts";

const maxReleases = 200;

const releaseSchema = fields({
  version: required(versionForm, readVersion, (version) => version),
  date: optional(dateForm, null, readDate, (date) => date),
  notes: optional(
    lineForm(maxNotesLength),
    null,
    (value, path, problems) => readLine(value, path, problems, maxNotesLength),
    (notes) => notes,
  ),
});

/** The member of a policy; null: none. */
export const releaseList = optional(
  z.array(releaseSchema).meta({
    id: "Releases",
    description: "Released versions, as targets for updates",
    maxItems: maxReleases,
    uniqueItems: true,
    examples: [[{ version: "2.6.0", date: "2026-11-16", notes: "Faster checkout" }]],
  }),
  null,
  parseReleases,
  (releases: readonly Release[]) => releases.map((release) => printValue(releaseSchema, release)),
);

/** Null: none. */
function parseReleases(value: unknown, path: string, problems: ProblemSink): readonly Release[] | null {
  if (!Array.isArray(value)) {
    problems.push({ path, message: 'expected a list, such as [{ version: "2.6.0", date: "2026-11-16" }]' });
    return null;
  }
  if (value.length > maxReleases) problems.push({ path, message: `expected at most ${maxReleases} releases` });
  const releases: Release[] = [];
  for (const [index, item] of value.slice(0, maxReleases).entries()) {
    const at = joinPath(path, index);
    const release = readValue(releaseSchema, item, at, problems);
    if (!release) continue;
    const same = releases.findIndex(({ version }) => isSameVersion(version, release.version));
    if (same >= 0) problems.push({ path: joinPath(at, "version"), message: "expected each version once: remove this duplicate" });
    releases.push(release);
  }
  return releases.length === 0 ? null : releases;
}

function isSameVersion(one: string, other: string): boolean {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  return a !== null && b !== null && compareVersions(a, b) === 0;
}

function readVersion(value: unknown, path: string, problems: ProblemSink): string | null {
  if (value !== undefined) return parseBound(value ?? "", path, problems);
  problems.push({ path, message: 'is missing: expected a version in quotes, such as "2.10"' });
  return null;
}

function readDate(value: unknown, path: string, problems: ProblemSink): string | null {
  if (typeof value === "string" && parseDate(value) !== null) return value;
  problems.push({ path, message: timeProblem(value, 'expected a date such as "2026-11-16", without a time') });
  return null;
}
