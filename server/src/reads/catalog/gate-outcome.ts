import { sameValue } from "drawbridge-rules/changes/document-diff.ts";
import type { ScreenKind } from "drawbridge-rules/texts/message.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { updateTargetFor } from "drawbridge-rules/versions/update-target.ts";
import type { Answers } from "./answer-store.ts";
import { type CompiledMessage, renderMessage } from "./compiled-message.ts";
import type { CompiledHeader, CompiledPlatform, ReadableProject } from "./compiled-project.ts";
import { type ConfigQuestion, messageValues } from "./config-outcome.ts";
import { FinishedAnswer, type OsSupport, type TextAround } from "./finished-answer.ts";
import type { GateMaintenance, GateState } from "./gate-state.ts";
import { instanceName } from "./maintenance-outcome.ts";
import type { Phase } from "./timeline.ts";

export interface GateQuestion extends ConfigQuestion {
  /** Null means the app asks about none. */
  readonly instance: string | null;
  /** Version numbers; null means unknown. */
  readonly os: readonly number[] | null;
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
  const { update, target, support, message, title, language, titleLanguage, named, shown } = screen;
  const nextChangeAt = nextChange(question, state, [message, title]);
  const texts = [language, titleLanguage, named?.language ?? "", shown];
  const key = [platform.key, instance ?? "", decision.rule, target ?? "", nextChangeAt ?? "", ...texts];
  // Answers depend on the operating system only by this and the target: clients can send any number.
  if (support !== null) key.push(support);
  return answers(`g ${phase}\n${key.join("\n")}`, () => {
    const isActive = maintenance?.level === "active";
    const fields = {
      update,
      update_to: target,
      maintenance: maintenance?.level ?? "none",
      ...textsOf(screen, header, platform, maintenance),
      store_link:
        platform.store === "none" || support === "too_old"
          ? null
          : (platform.stores[platform.store] ?? header.project.stores[platform.store]),
      window: maintenance && windowOf(maintenance, named?.name ?? header.project.name),
      next_change_at: nextChangeAt === null ? null : printInstant(nextChangeAt),
    };
    const reason = isActive ? `${decision.rule}, maintenance` : decision.rule;
    return new FinishedAnswer({ fields, reason, language, ttl: header.project.ttl, os: support });
  });
}

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

/** Everything that the texts depend on but the version itself. */
function chooseScreen(
  project: ReadableProject,
  header: CompiledHeader,
  question: GateQuestion,
  maintenance: GateMaintenance | null,
) {
  const { platform, wanted, instance } = question;
  const update = updateOf(question);
  const kind = strongest(update, maintenance);
  const message = kind
    ? screenMessage(kind, project, header, platform, maintenance)
    : (platform.messages.default ?? header.default);
  const title = kind ? header.titles[kind]() : null;
  const language = message && wanted.choose(message.languages, header.firstLanguage);
  // In the language of the message where there is one.
  const titleLanguage = title && (language ? wanted.chooseBefore(title.languages, language, header.firstLanguage) : "");
  const named = instance ? instanceName(project, header, instance, wanted, language) : null;
  const shown = maintenance?.instance ? instanceName(project, header, maintenance.instance, wanted, language).name : named?.name;
  return { ...update, message, title, language, titleLanguage, named, shown };
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

interface Update {
  readonly update: "forced" | "recommended" | "none";
  readonly target: string | null;
  /** Null means the operating system is unknown. */
  readonly support: OsSupport | null;
}

/** Without a recommendation that the operating system cannot install. */
function updateOf({ platform, version, decision, os }: Pick<GateQuestion, "platform" | "version" | "decision" | "os">): Update {
  const wanted = decision.forced ? "forced" : decision.rule === "below_recommended" ? "recommended" : "none";
  const newest = updateTargetFor(platform.updateTargets(), version)?.text ?? null;
  if (os === null) return { update: wanted, target: newest, support: null };
  const target = updateTargetFor(platform.installableTargets(os), version)?.text ?? null;
  if (wanted === "none" || target !== null || newest === null) return { update: wanted, target, support: "ok" };
  return { update: decision.forced ? "forced" : "none", target, support: "too_old" };
}

/** The next change of maintenance, or a sooner step of the policy that changes a field for this version. */
function nextChange(
  question: GateQuestion,
  { nextChangeAt, stepAt }: GateState,
  texts: readonly (CompiledMessage | null)[],
): number | null {
  const { platform } = question;
  if (stepAt === null || platform.step === null || (nextChangeAt !== null && nextChangeAt <= stepAt)) return nextChangeAt;
  const after = platform.step.after();
  const isShown = (placeholder: "minimum_version" | "recommended_version") =>
    texts.some((text) => text?.placeholders.has(placeholder));
  const [is, next] = [question, { ...question, platform: after, decision: after.decisions().decide(question.version) }].map(
    updateOf,
  );
  const isChanged =
    !sameValue(is, next) ||
    (after.source.minimum !== platform.source.minimum && isShown("minimum_version")) ||
    (after.source.recommended !== platform.source.recommended && isShown("recommended_version"));
  return isChanged ? stepAt : nextChangeAt;
}

/** The contract's order; null means the default message. */
function strongest({ update, support }: Update, maintenance: GateMaintenance | null): ScreenKind | null {
  if (update === "forced") return support === "too_old" ? "unsupported" : "upgrade";
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
