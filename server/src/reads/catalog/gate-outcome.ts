import type { ScreenKind } from "drawbridge-rules/texts/message.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import { updateTargetFor } from "drawbridge-rules/versions/update-target.ts";
import type { Answers } from "./answer-store.ts";
import { type CompiledMessage, renderMessage } from "./compiled-message.ts";
import type { AppDecision, CompiledHeader, CompiledPlatform, ReadableProject } from "./compiled-project.ts";
import { type ConfigQuestion, messageValues } from "./config-outcome.ts";
import { FinishedAnswer, type TextAround } from "./finished-answer.ts";
import type { GateMaintenance, GateState } from "./gate-state.ts";
import { instanceName } from "./maintenance-outcome.ts";
import type { Phase } from "./timeline.ts";

export interface GateQuestion extends ConfigQuestion {
  /** Null means the app asks about none. */
  readonly instance: string | null;
}

export function gateOutcome(
  project: ReadableProject,
  header: CompiledHeader,
  question: GateQuestion,
  { state, name: phase }: Phase<GateState>,
  answers: Answers,
): FinishedAnswer {
  const { platform, decision, instance } = question;
  const { maintenance } = state;
  const screen = chooseScreen(project, header, question, maintenance);
  const { target, message, title, language, titleLanguage, named, shown } = screen;
  const nextChangeAt = nextChange(question, state, [message, title]);
  const texts = [language, titleLanguage, named?.language ?? "", shown];
  const key = [platform.key, instance ?? "", decision.rule, target ?? "", nextChangeAt ?? "", ...texts];
  return answers(`g ${phase}\n${key.join("\n")}`, () => {
    const isActive = maintenance?.level === "active";
    const fields = {
      update: updateOf(decision),
      update_to: target,
      maintenance: maintenance?.level ?? "none",
      ...textsOf(screen, header, platform, maintenance),
      store_link: platform.store === "none" ? null : (platform.stores[platform.store] ?? header.project.stores[platform.store]),
      window: maintenance && windowOf(maintenance, named?.name ?? header.project.name),
      next_change_at: nextChangeAt === null ? null : printInstant(nextChangeAt),
    };
    const reason = isActive ? `${decision.rule}, maintenance` : decision.rule;
    return new FinishedAnswer({ fields, reason, language, ttl: header.project.ttl });
  });
}

/** Title and message that users of a version see, for reviews. */
export function shownGate(
  project: ReadableProject,
  header: CompiledHeader,
  question: GateQuestion,
  maintenance: GateMaintenance | null,
): { readonly title: string; readonly message: string } {
  const screen = chooseScreen(project, header, question, maintenance);
  const { title, message } = textsOf(screen, header, question.platform, maintenance);
  return { title: title.join(question.version.text), message: message.join(question.version.text) };
}

/** The texts of an answer, and everything that they depend on but the version itself. */
function chooseScreen(
  project: ReadableProject,
  header: CompiledHeader,
  { platform, version, decision, wanted, instance }: GateQuestion,
  maintenance: GateMaintenance | null,
) {
  const kind = strongest(updateOf(decision), maintenance);
  const message = kind
    ? screenMessage(kind, project, header, platform, maintenance)
    : (platform.messages.default ?? header.default);
  const title = kind ? header.titles[kind]() : null;
  const language = message && wanted.choose(message.languages, header.firstLanguage);
  // In the language of the message where there is one.
  const titleLanguage = title && (language ? wanted.chooseBefore(title.languages, language, header.firstLanguage) : "");
  const named = instance ? instanceName(project, header, instance, wanted, language) : null;
  const shown = maintenance?.instance ? instanceName(project, header, maintenance.instance, wanted, language).name : named?.name;
  return { target: targetOf(platform, version), message, title, language, titleLanguage, named, shown };
}

function textsOf(
  { target, message, title, language, titleLanguage, shown }: ReturnType<typeof chooseScreen>,
  header: CompiledHeader,
  platform: CompiledPlatform,
  maintenance: GateMaintenance | null,
): Readonly<Record<"title" | "message", TextAround>> {
  const text = (message: CompiledMessage | null, language: string | null): TextAround => {
    if (!message || language === null) return [""];
    const values = { language, target: target ?? "", instance: shown ?? "" };
    return renderMessage(message, language, messageValues(header, platform, maintenance, values));
  };
  return { title: text(title, titleLanguage), message: text(message, language) };
}

type Update = "forced" | "recommended" | "none";

function updateOf({ forced, rule }: AppDecision): Update {
  return forced ? "forced" : rule === "below_recommended" ? "recommended" : "none";
}

function targetOf(platform: CompiledPlatform, version: AppVersion): string | null {
  return updateTargetFor(platform.updateTargets(), version)?.text ?? null;
}

/** The next change of maintenance, or the step of the policy where it is sooner and changes a field for this version. */
function nextChange(
  { platform, version, decision }: GateQuestion,
  { nextChangeAt, stepAt }: GateState,
  texts: readonly (CompiledMessage | null)[],
): number | null {
  if (stepAt === null || platform.step === null || (nextChangeAt !== null && nextChangeAt <= stepAt)) return nextChangeAt;
  const after = platform.step.after();
  const isShown = (placeholder: "minimum_version" | "recommended_version") =>
    texts.some((text) => text?.placeholders.has(placeholder));
  const isChanged =
    updateOf(after.decisions().decide(version)) !== updateOf(decision) ||
    targetOf(after, version) !== targetOf(platform, version) ||
    (after.source.minimum !== platform.source.minimum && isShown("minimum_version")) ||
    (after.source.recommended !== platform.source.recommended && isShown("recommended_version"));
  return isChanged ? stepAt : nextChangeAt;
}

/** The contract's order; null means the default message. */
function strongest(update: Update, maintenance: GateMaintenance | null): ScreenKind | null {
  if (update === "forced") return "upgrade";
  if (maintenance?.level === "active") return "maintenance";
  if (update === "recommended") return "recommended";
  return maintenance?.level === "announced" ? "announced" : null;
}

function screenMessage(
  kind: ScreenKind,
  project: ReadableProject,
  header: CompiledHeader,
  platform: CompiledPlatform,
  maintenance: GateMaintenance | null,
): CompiledMessage {
  const ofWindow = kind === "maintenance" && project.window(maintenance?.interruption.endsWith.window ?? "")?.message;
  const own = ofWindow || platform.messages[kind];
  if (own) return own;
  if (kind === "upgrade") return header.upgrade;
  return kind === "maintenance" ? header.gateMaintenance() : header[kind]();
}

function windowOf({ interruption: { reminder, start, end } }: GateMaintenance, name: string) {
  return { name, reminder_start: printInstant(reminder), start: printInstant(start), end: printInstant(end) };
}
