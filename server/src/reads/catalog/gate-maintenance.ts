/**
 * Maintenance of `/gate`: of one instance, or of everyone on a platform as `/config` counts it. It is announced from its reminder
 * on; for everyone, only if a window covers the platform: predicting when all instances are closed would require all their windows
 * of a month.
 */

import { type Interruption, interruptionAt } from "drawbridge-rules/occurrence/interruption.ts";
import type { CompiledHeader, ReadableProject } from "./compiled-project.ts";
import { configMaintenance } from "./config-maintenance.ts";

export interface GateMaintenance {
  readonly level: "active" | "announced" | "none";
  /** In force or still to come. */
  readonly interruption: Interruption;
  /** The instance in maintenance, if the interruption counts because every instance has one. */
  readonly instance: string | null;
}

/** Null: nothing is in force or to come for the instance. */
export function gateOfInstance(
  project: ReadableProject,
  header: CompiledHeader,
  instance: string,
  now: number,
): GateMaintenance | null {
  const lead = project.instance(instance)?.reminder ?? header.project.reminder;
  const reported = interruptionAt(project.coverage.ofInstance(instance, now), now, lead);
  if (!reported || reported.state === "over") return null;
  const { interruption } = reported;
  return reported.state === "in_force" ? { level: "active", interruption, instance: null } : ahead(interruption, now);
}

/** Null: nothing is in force or to come for everyone on the platform. */
export function gateOfPlatform(
  project: ReadableProject,
  header: CompiledHeader,
  platform: string,
  now: number,
): GateMaintenance | null {
  const active = configMaintenance(project, header, platform, now);
  if (active) return { level: "active", ...active };
  const direct = interruptionAt(project.coverage.ofPlatform(platform, now), now, header.project.reminder);
  return direct?.state === "upcoming" ? ahead(direct.interruption, now) : null;
}

function ahead(interruption: Interruption, now: number): GateMaintenance {
  return { level: now >= interruption.reminder ? "announced" : "none", interruption, instance: null };
}
