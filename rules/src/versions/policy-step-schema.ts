import { z } from "zod";
import type { ProblemSink } from "../values/errors.ts";
import { joinPath } from "../values/fields.ts";
import { fields, optional, printValue, readValue, required, type Value } from "../values/schema.ts";
import { versionForm, wallTimeForm } from "../values/text-forms.ts";
import { timeProblem } from "../values/time-problem.ts";
import { ZONE_FORM } from "../values/time-zones.ts";
import { isZone, parseWall } from "../values/wall-time.ts";
import { zoneProblem } from "../values/zone-name.ts";
import { type PolicyStep, parseBound } from "./version-policy.ts";

const atRule = 'a wall-clock time such as "2027-03-01T09:00", without Z or an offset: the time zone goes into `zone`';

function bound(description: string) {
  return optional(versionForm.meta({ description }), null, readVersion, (version) => version);
}

const stepSchema = fields({
  at: required(wallTimeForm.meta({ description: "Wall-clock time in `zone`" }), readAt, (at) => at),
  zone: optional(
    z.string().meta({ description: "IANA time zone; UTC by default", pattern: ZONE_FORM.source }),
    "UTC",
    readZone,
    (zone) => (zone === "UTC" ? undefined : zone),
  ),
  minimum: bound("Replaces `minimum`"),
  recommended: bound("Replaces `recommended`"),
}).meta({
  id: "PolicyStep",
  description: "From then on, its versions replace the policy's",
  examples: [{ at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0" }],
});

/** The member of a policy. */
export const policyStep = optional(stepSchema, null, parseStep, (step: Value<typeof stepSchema>) => printValue(stepSchema, step));

function parseStep(value: unknown, path: string, problems: ProblemSink): PolicyStep | null {
  const step = readValue(stepSchema, value, path, problems);
  if (!step || step.minimum !== null || step.recommended !== null) return step;
  problems.push({ path: joinPath(path, "minimum"), message: "is missing: a step requires `minimum`, `recommended` or both" });
  return null;
}

/** An empty member is invalid, not absent. */
function readVersion(value: unknown, path: string, problems: ProblemSink): string | null {
  return parseBound(value ?? "", path, problems);
}

function readAt(value: unknown, path: string, problems: ProblemSink): string | null {
  const at = typeof value === "string" ? parseWall(value) : null;
  if (at === null)
    problems.push({
      path,
      message: value === undefined ? `is missing: expected ${atRule}` : timeProblem(value, `expected ${atRule}`),
    });
  return at;
}

function readZone(value: unknown, path: string, problems: ProblemSink): string | null {
  if (typeof value === "string" && isZone(value)) return value;
  problems.push({ path, message: zoneProblem(value) });
  return null;
}
