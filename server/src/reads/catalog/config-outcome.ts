import type { Placeholder } from "drawbridge-rules/texts/message.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import { updateTargetFor } from "drawbridge-rules/versions/update-target.ts";
import type { Answers } from "./answer-store.ts";
import { type CompiledMessage, renderMessage } from "./compiled-message.ts";
import type { AppDecision, CompiledHeader, CompiledPlatform, ReadableProject } from "./compiled-project.ts";
import type { ConfigMaintenance, ConfigState } from "./config-maintenance.ts";
import { FinishedAnswer, type TextAround } from "./finished-answer.ts";
import { instanceName } from "./maintenance-outcome.ts";
import type { Phase } from "./timeline.ts";
import type { WantedLanguages } from "./wanted-languages.ts";

export interface ConfigQuestion {
  /** Under the policy of the phase. */
  readonly platform: CompiledPlatform;
  readonly version: AppVersion;
  readonly decision: AppDecision;
  readonly wanted: WantedLanguages;
}

/** Everything that the text depends on but the version itself. */
interface ChosenMessage {
  readonly message: CompiledMessage;
  readonly language: string;
  /** Value of `{update_to}`; "" if the text does not have it. */
  readonly target: string;
  /** Value of `{instance_name}`; "" if the text does not have it. */
  readonly instance: string;
}

export function configOutcome(
  project: ReadableProject,
  header: CompiledHeader,
  question: ConfigQuestion,
  { state: { maintenance }, name: phase }: Phase<ConfigState>,
  answers: Answers,
): FinishedAnswer {
  const { platform, decision } = question;
  const chosen = chooseMessage(project, header, question, maintenance);
  // A forced app sees only whether there is maintenance.
  const state = maintenance && decision.forced && !chosen?.message.isTimed ? "active" : phase;
  const text = chosen ? `${chosen.language}\n${chosen.target}\n${chosen.instance}` : "";
  return answers(`c ${platform.key} ${decision.rule} ${state}\n${text}`, () => {
    const reason = maintenance ? `${decision.rule}, maintenance` : decision.rule;
    const fields = configFields(header, question, maintenance, chosen);
    return new FinishedAnswer({ fields, reason, language: chosen?.language ?? null, ttl: header.project.ttl });
  });
}

export function shownConfig(
  project: ReadableProject,
  header: CompiledHeader,
  question: ConfigQuestion,
  maintenance: ConfigMaintenance | null,
): { readonly message: string; readonly android_source: string; readonly apple_source: string } {
  const fields = configFields(header, question, maintenance, chooseMessage(project, header, question, maintenance));
  const { message, android_source, apple_source } = fields;
  return { message: message.join(question.version.text), android_source, apple_source };
}

function configFields(
  header: CompiledHeader,
  { platform, decision }: ConfigQuestion,
  maintenance: ConfigMaintenance | null,
  chosen: ChosenMessage | null,
) {
  const { stores } = header.project;
  const message: TextAround = chosen
    ? renderMessage(chosen.message, chosen.language, messageValues(header, platform, maintenance, chosen))
    : [""];
  return {
    force_upgrade: decision.forced,
    maintenance_active: maintenance !== null,
    message,
    android_source: platform.stores.android ?? stores.android ?? "",
    apple_source: platform.stores.apple ?? stores.apple ?? "",
  };
}

function chooseMessage(
  project: ReadableProject,
  header: CompiledHeader,
  { platform, version, decision, wanted }: ConfigQuestion,
  maintenance: ConfigMaintenance | null,
): ChosenMessage | null {
  const message = messageOf(project, header, platform, decision.forced, maintenance);
  if (!message) return null;
  const { placeholders } = message;
  const language = wanted.choose(message.languages, header.firstLanguage);
  const target = placeholders.has("update_to") ? updateTargetFor(platform.updateTargets(), version) : null;
  const id = placeholders.has("instance_name") ? maintenance?.instance : null;
  const instance = id ? instanceName(project, header, id, wanted, language).name : "";
  return { message, language, target: target?.text ?? "", instance };
}

function messageOf(
  project: ReadableProject,
  header: CompiledHeader,
  platform: CompiledPlatform,
  forced: boolean,
  maintenance: ConfigMaintenance | null,
): CompiledMessage | null {
  if (forced) return platform.messages.upgrade ?? header.upgrade;
  if (!maintenance) return platform.messages.default ?? header.default;
  return project.window(maintenance.interruption.endsWith.window)?.message ?? platform.messages.maintenance ?? header.maintenance;
}

/** All but the asked version, which each answer inserts itself. */
export function messageValues(
  header: CompiledHeader,
  platform: CompiledPlatform,
  maintenance: Pick<ConfigMaintenance, "interruption"> | null,
  { language, target, instance }: Pick<ChosenMessage, "language" | "target" | "instance">,
) {
  return (placeholder: Exclude<Placeholder, "current_version">): string => {
    const interruption = maintenance?.interruption;
    const zone = interruption?.endsWith.zone ?? "UTC";
    switch (placeholder) {
      case "minimum_version":
        return platform.source.minimum ?? "";
      case "recommended_version":
        return platform.source.recommended ?? "";
      case "update_to":
        return target;
      case "project_name":
        return header.project.name;
      case "instance_name":
        return instance;
      case "start_time":
        return interruption ? timeText(interruption.start, language, zone) : "";
      case "end_time":
        return interruption ? timeText(interruption.end, language, zone) : "";
    }
  };
}
