/** Answer in words: the outcome and the reason. */
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { formatInstant, formatZonedInstant } from "../texts/formats.ts";
import type { AnsweredQuestion, ConfigQuestion, Question } from "./simulation.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";

interface Verdict {
  readonly color: "open" | "caution" | "closed" | "gray";
  readonly title: string;
  readonly because: readonly string[];
}

interface VerdictFacts {
  readonly policy: PlatformForm | undefined;
  /** Epoch ms of the end of the maintenance that the answer is in; null: none, or not known yet. */
  readonly closedUntil: number | null;
  /** The maintenance covers every instance, but not the project or the platform itself. */
  readonly isEveryInstance: boolean;
  /** Instant of the request, epoch ms. */
  readonly at: number;
  readonly zone: string;
}

export function describeVerdict({ question, simulation }: AnsweredQuestion, facts: VerdictFacts): Verdict {
  if (simulation.status !== 200) return refusal(question, simulation.reason, String(simulation.body.detail ?? ""));
  return question.ask === "config"
    ? ofConfig(question, simulation.reason, facts)
    : ofMaintenance(question.instance, simulation.reason, simulation.body, facts);
}

function ofConfig(question: ConfigQuestion, reason: string, facts: VerdictFacts): Verdict {
  const [rule = "", ...more] = reason.split(", ");
  const who = texts.ofVersion(question.platform, question.version);
  const why = ruleText(rule, question, facts);
  const isForced = rule === "blocked" || rule === "below_minimum";
  const every = facts.isEveryInstance ? [texts.everyInstance] : [];
  if (!more.includes("maintenance")) {
    return isForced
      ? { color: "closed", title: texts.mustUpdate(who), because: [why] }
      : { color: "open", title: texts.mayRun(who), because: [why] };
  }
  const until = facts.closedUntil === null ? null : formatZonedInstant(facts.closedUntil, facts.zone);
  if (isForced) {
    const also = until === null ? texts.alsoClosedOpen : texts.alsoClosed(until);
    return { color: "closed", title: texts.mustUpdate(who), because: [why, also, ...every] };
  }
  const title = until === null ? texts.closed(who) : texts.closedUntil(who, until);
  return { color: "caution", title, because: [...every, texts.versionIsFine(why)] };
}

function ruleText(rule: string, { platform, version }: ConfigQuestion, facts: VerdictFacts): string {
  if (rule === "below_minimum") return texts.because.below_minimum(version, boundAt("minimum", facts));
  if (rule === "below_recommended") return texts.because.below_recommended(version, boundAt("recommended", facts));
  if (rule === "no_policy") return texts.because.no_policy(platform);
  return rule === "exempt" || rule === "blocked" || rule === "current" ? texts.because[rule](version, platform) : rule;
}

/** The policy's own bound, or that of its step once it has taken effect. */
function boundAt(bound: "minimum" | "recommended", { policy, at }: VerdictFacts): string {
  const step = policy?.step;
  const isStepped = step !== undefined && at >= wallToInstant(step.at, step.zone ?? "UTC");
  return (isStepped ? step[bound] : undefined) ?? policy?.[bound] ?? "?";
}

function ofMaintenance(
  instance: string,
  reason: string,
  body: Readonly<Record<string, unknown>>,
  { zone }: VerdictFacts,
): Verdict {
  const text = (field: string) => String(body[field] ?? "");
  const who = text("instance_name") || instance;
  const [start, end] = [text("start_time"), text("end_time")];
  if (reason === "active") return { color: "caution", title: texts.closedUntil(who, formatZonedInstant(end, zone)), because: [] };
  const reminder = text("remainder_start");
  const next = texts.scheduled(formatInstant(start, zone), formatZonedInstant(end, zone));
  const because: Readonly<Record<string, readonly string[]>> = {
    scheduled: [next, texts.announcedFrom(formatZonedInstant(reminder, zone))],
    announced: [next, texts.announced(formatZonedInstant(reminder, zone))],
    ended: [texts.ended(formatZonedInstant(end, zone))],
    none: [texts.none],
  };
  return { color: "open", title: texts.open(who), because: Object.hasOwn(because, reason) ? (because[reason] ?? []) : [reason] };
}

function refusal(question: Question, code: string, detail: string): Verdict {
  const sentences: Readonly<Record<string, string>> =
    question.ask === "config"
      ? {
          unknown_platform: texts.errors.unknown_platform(question.platform),
          invalid_version: texts.errors.invalid_version(question.version),
        }
      : { unknown_instance: texts.errors.unknown_instance(question.instance) };
  const why = Object.hasOwn(sentences, code) ? (sentences[code] ?? detail) : detail;
  return { color: "gray", title: texts.refused, because: [why, texts.refusedMeaning] };
}
