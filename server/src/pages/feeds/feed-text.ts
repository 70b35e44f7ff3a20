/** Text of an occurrence in the project's first language: the message of the apps, the scope and the times. */

import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { defaultMessages } from "drawbridge-rules/texts/default-messages.ts";
import { chooseLanguage } from "drawbridge-rules/texts/language.ts";
import { type Placeholder, parseTemplate, render } from "drawbridge-rules/texts/message.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";

/** Times in epoch ms. */
interface Described {
  readonly window: MaintenanceWindow;
  readonly start: number;
  readonly end: number;
  readonly plannedStart: number;
  readonly plannedEnd: number;
  readonly zone: string;
  readonly isCanceled: boolean;
}

/** More names than this are counted. */
const maxNames = 20;

/** @param instance of the feed; others are not named */
export function feedDescription(state: ProjectState, instance: string | null, one: Described): string {
  const language = firstLanguage(state);
  const span = (start: number, end: number) => [start, end].map((time) => timeText(time, language, one.zone)).join(" – ");
  const isAsPlanned = one.start === one.plannedStart && one.end === one.plannedEnd;
  return [
    one.isCanceled ? "Cancelled." : messageOf(state, instance, one),
    "",
    `Covers: ${coverageOf(state, instance, one.window)}`,
    `Time: ${span(one.start, one.end)}`,
    ...(isAsPlanned ? [] : [`Planned: ${span(one.plannedStart, one.plannedEnd)}`]),
  ].join("\n");
}

export function instanceName(state: ProjectState, id: string): string {
  const name = state.instance.get(id)?.value.name ?? id;
  return typeof name === "string" ? name : (name[chooseLanguage(Object.keys(name), [], firstLanguage(state))] ?? id);
}

function firstLanguage(state: ProjectState): string {
  return findProject(state)?.languages[0] ?? "en";
}

function coverageOf(state: ProjectState, instance: string | null, { platforms, instances }: MaintenanceWindow): string {
  if (platforms) return counted(platforms);
  if (!instances) return `all of ${findProject(state)?.name ?? state.id}`;
  return counted((instance === null ? instances : [instance]).map((id) => `${instanceName(state, id)} (${id})`));
}

function counted(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return rest > 0 ? `${names.slice(0, maxNames).join(", ")} and ${rest} more` : names.join(", ");
}

/** Message of only this occurrence; apps get one message for all occurrences that affect them. */
function messageOf(state: ProjectState, instance: string | null, one: Described): string {
  const texts = one.window.message ?? findProject(state)?.messages.maintenance ?? defaultMessages.maintenance;
  const language = chooseLanguage(Object.keys(texts), [], firstLanguage(state));
  const text = texts[language] ?? "";
  const template = parseTemplate(text);
  if ("error" in template) return text;
  const value = valuesOf(state, instance, one, language);
  return render(template, Object.fromEntries(template.placeholders.map((name) => [name, value(name)])));
}

/** A calendar is on no platform and of no version: it shows every value that apps can be shown. */
function valuesOf(state: ProjectState, instance: string | null, one: Described, language: string) {
  const shownOn = [...state.platform].filter(([name]) => one.window.platforms?.includes(name) ?? true);
  const policies = (key: keyof Pick<VersionPolicy, "minimum" | "recommended">) =>
    [...new Set(shownOn.flatMap(([, { value }]) => policyAt(value.policy, one.start)[key] ?? []))].join(" / ");
  return (placeholder: Placeholder): string => {
    switch (placeholder) {
      case "minimum_version":
        return policies("minimum");
      case "recommended_version":
        return policies("recommended");
      case "current_version":
      case "update_to":
        return "…";
      case "project_name":
        return findProject(state)?.name ?? "";
      case "instance_name":
        return counted((instance === null ? (one.window.instances ?? []) : [instance]).map((id) => instanceName(state, id)));
      case "start_time":
        return timeText(one.start, language, one.zone);
      case "end_time":
        return timeText(one.end, language, one.zone);
    }
  };
}
