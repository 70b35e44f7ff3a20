/** What `/maintenance` says about one instance at one instant. */
import { interruptionAt } from "drawbridge-rules/windows/interruption.ts";
import type { CompiledHeader, CompiledProject } from "./compiled-project.ts";
import { instanceName } from "./config-outcome.ts";
import { makeOutcome, type Outcome } from "./outcome.ts";
import type { OutcomeMemo } from "./outcome-memo.ts";

export function maintenanceOutcome(
  project: CompiledProject,
  header: CompiledHeader,
  instance: string,
  wanted: readonly string[],
  now: number,
  memo: OutcomeMemo,
): Outcome {
  const lead = project.instance(instance)?.reminder ?? header.project.reminder;
  const reported = interruptionAt(project.coverage.ofInstance(instance, now), now, lead);
  const times = reported
    ? [reported.interruption.reminder, reported.interruption.start, reported.interruption.end].map(wireTime)
    : [1, 2, 3].map(() => (header.project.noWindow === "null" ? null : wireTime(0)));
  const isMaintenance = reported?.state === "in_force";
  const { name, language } = instanceName(project, header, instance, wanted);
  const key = ["m", instance, language ?? "", isMaintenance, ...times].join("\u0000");
  return memo(key, () =>
    makeOutcome(
      { is_maintenance: isMaintenance, instance_name: name, remainder_start: times[0], start_time: times[1], end_time: times[2] },
      header.project.ttl,
      null,
      language,
    ),
  );
}

/** UTC with milliseconds and the numeric offset, never `Z`. */
export function wireTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("Z", "+00:00");
}
