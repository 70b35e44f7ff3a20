/** What `/config` says to one version on one platform at one instant. */

import { chooseLanguage } from "drawbridge-rules/texts/language.ts";
import type { Placeholder } from "drawbridge-rules/texts/message.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import { updateTargetFor } from "drawbridge-rules/versions/update-target.ts";
import { decide } from "drawbridge-rules/versions/version-policy.ts";
import { type Interruption, interruptionAt } from "drawbridge-rules/windows/interruption.ts";
import { endInForce, type Occurrence } from "drawbridge-rules/windows/occurrence.ts";
import { type CompiledMessage, type RenderedMessage, renderMessage } from "./compiled-message.ts";
import type { AskedProject, CompiledHeader, CompiledPlatform, CompiledProject } from "./compiled-project.ts";
import type { Moments } from "./coverage.ts";
import { makeOutcome, type Outcome } from "./outcome.ts";
import type { OutcomeMemo } from "./outcome-memo.ts";

export interface ConfigAsker {
  readonly platform: CompiledPlatform;
  readonly version: AppVersion;
  /** Languages, the most wanted first. */
  readonly wanted: readonly string[];
}

/** The interruption that an app which asks only `/config` is told of. */
export interface ConfigMaintenance {
  readonly interruption: Interruption;
  /** The instance it is the interruption of, where it is one because every instance has one. */
  readonly instance: string | null;
}

export function configOutcome(
  project: AskedProject,
  header: CompiledHeader,
  asker: ConfigAsker,
  now: number,
  memo: OutcomeMemo,
): Outcome {
  const { platform, version } = asker;
  const decision = decide(platform.policy, version);
  const maintenance = configMaintenance(project, header, platform.name, now);
  const message = messageOf(project, header, decision.forced, maintenance);
  const rendered =
    message && renderMessage(message, asker.wanted, header.firstLanguage, valuesOf(project, header, asker, maintenance));
  const reason = maintenance ? `${decision.rule}, maintenance` : decision.rule;
  const key = ["c", platform.name, decision.forced, reason, rendered?.language ?? "", rendered?.text ?? ""].join("\u0000");
  return memo(key, () => make(header, platform, decision.forced, maintenance !== null, rendered, reason));
}

function make(
  { project }: CompiledHeader,
  platform: CompiledPlatform,
  forced: boolean,
  inMaintenance: boolean,
  message: RenderedMessage | null,
  reason: string,
): Outcome {
  const fields = {
    force_upgrade: forced,
    maintenance_active: inMaintenance,
    message: message?.text ?? "",
    android_source: platform.stores.android ?? project.stores.android ?? "",
    apple_source: platform.stores.apple ?? project.stores.apple ?? "",
  };
  return makeOutcome(fields, project.ttl, reason, message?.language ?? null);
}

/** Null where an app on the platform is not in maintenance. */
export function configMaintenance(
  project: AskedProject,
  header: CompiledHeader,
  platform: string,
  now: number,
): ConfigMaintenance | null {
  const direct = interruptionAt(project.coverage.ofPlatform(platform, now), now, header.project.reminder);
  if (direct?.state === "in_force") return { interruption: direct.interruption, instance: null };
  return everyInstance(project, header, now);
}

/**
 * The one that ends first, if every instance is inside one: with its end not all are closed any more. Of equal ends the
 * first by id, whatever the order in which the instances were made: a restart must not change the answer.
 */
function everyInstance(project: AskedProject, header: CompiledHeader, now: number): ConfigMaintenance | null {
  // Nearly always the first one is open already, and nothing else of thousands of windows is looked at.
  if (openInstance(project, now) !== null) return null;
  let first: ConfigMaintenance | null = null;
  for (const id of project.instanceIds) {
    const own = interruptionAt(project.coverage.ofInstance(id, now), now, header.project.reminder);
    if (own?.state !== "in_force") return null;
    const { interruption } = own;
    const isFirst = !first || interruption.end < first.interruption.end;
    if (isFirst || (interruption.end === first?.interruption.end && id < (first.instance ?? "")))
      first = { interruption, instance: id };
  }
  return first;
}

/** An instance that is inside no interruption; null where there is none. Any will do: the one found last is tried first. */
function openInstance(project: AskedProject, now: number): string | null {
  const { coverage } = project;
  const isOpen = (id: string) => !coverage.ofInstance(id, now).some((occurrence) => isInForce(occurrence, now));
  const { lastOpen } = coverage;
  if (lastOpen !== null && project.instance(lastOpen) && isOpen(lastOpen)) return lastOpen;
  coverage.lastOpen = Iterator.from(project.instanceIds).find(isOpen) ?? null;
  return coverage.lastOpen;
}

function isInForce(occurrence: Occurrence, now: number): boolean {
  return occurrence.start <= now && now < endInForce(occurrence, now);
}

function messageOf(
  project: AskedProject,
  header: CompiledHeader,
  forced: boolean,
  maintenance: ConfigMaintenance | null,
): CompiledMessage | null {
  if (forced) return header.upgrade;
  if (!maintenance) return header.default;
  return project.window(maintenance.interruption.endsWith.window)?.message ?? header.maintenance;
}

function valuesOf(
  project: AskedProject,
  header: CompiledHeader,
  { platform, version, wanted }: ConfigAsker,
  maintenance: ConfigMaintenance | null,
) {
  return (placeholder: Placeholder, language: string): string => {
    const interruption = maintenance?.interruption;
    const zone = interruption?.endsWith.zone ?? "UTC";
    switch (placeholder) {
      case "minimum_version":
        return platform.source.minimum ?? "";
      case "recommended_version":
        return platform.source.recommended ?? "";
      case "current_version":
        return version.text;
      case "update_to":
        return updateTargetFor(platform.updateTargets(), version)?.text ?? "";
      case "project_name":
        return header.project.name;
      case "instance_name":
        return maintenance?.instance ? instanceName(project, header, maintenance.instance, [language, ...wanted]).name : "";
      case "start_time":
        return interruption ? timeText(interruption.start, language, zone) : "";
      case "end_time":
        return interruption ? timeText(interruption.end, language, zone) : "";
    }
  };
}

/** The display name, and its language where it has several. */
export function instanceName(
  project: AskedProject,
  header: CompiledHeader,
  id: string,
  wanted: readonly string[],
): { readonly name: string; readonly language: string | null } {
  const name = project.instance(id)?.name ?? "";
  if (typeof name === "string") return { name, language: null };
  const language = chooseLanguage(Object.keys(name), wanted, header.firstLanguage);
  return { name: name[language] ?? "", language };
}

/**
 * What the answer depends on: the platform's own moments, and those of an instance that is open. While that one is,
 * not every instance is closed, so nothing of the others can show.
 */
export function configMoments(project: CompiledProject, platform: string): Moments {
  const { coverage } = project;
  const own = coverage.momentsOfPlatform(platform);
  const others = (now: number): Moments[] => {
    const open = openInstance(project, now);
    return (open === null ? project.instanceIds : [open]).map((id) => coverage.momentsOfInstance(id));
  };
  return {
    next: (now) => Math.min(own.next(now), ...others(now).map((moments) => moments.next(now))),
    previous: (now) => Math.max(own.previous(now), ...others(now).map((moments) => moments.previous(now))),
  };
}
