/** Answer in words: the outcome and the reason. */
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { AnsweredQuestion, ConfigQuestion, Question } from "./simulation.ts";
import type { simulatorTexts } from "./simulator-texts.ts";

type Words = typeof simulatorTexts;

interface Verdict {
  readonly color: "green" | "orange" | "red" | "gray";
  readonly title: string;
  readonly because: readonly string[];
}

interface VerdictFacts {
  readonly policy: PolicyForm | undefined;
  /** Epoch ms of the end of the maintenance that the answer is in; null: none, or not known yet. */
  readonly closedUntil: number | null;
  /** The maintenance covers every instance, but not the project or the platform itself. */
  readonly isEveryInstance: boolean;
  /** Instant of the request, epoch ms. */
  readonly at: number;
  /** Prints an instant in the chosen zone, with the zone's name; `clock` omits the name. */
  readonly instant: (at: string | number) => string;
  readonly clock: (at: string | number) => string;
}

export function describeVerdict({ question, simulation }: AnsweredQuestion, facts: VerdictFacts, words: Words): Verdict {
  if (simulation.status !== 200) return refusal(question, simulation.reason, String(simulation.body.detail ?? ""), words);
  return question.ask === "config"
    ? ofConfig(question, simulation.reason, facts, words)
    : ofMaintenance(question.instance, simulation.reason, simulation.body, facts, words);
}

function ofConfig(question: ConfigQuestion, reason: string, facts: VerdictFacts, words: Words): Verdict {
  const [rule = "", ...more] = reason.split(", ");
  const who = words.ofVersion(question.platform, question.version);
  const why = ruleText(rule, question, facts, words);
  const isForced = rule === "blocked" || rule === "below_minimum";
  const every = facts.isEveryInstance ? [words.everyInstance] : [];
  if (!more.includes("maintenance")) {
    return isForced
      ? { color: "red", title: words.mustUpdate(who), because: [why] }
      : { color: "green", title: words.mayRun(who), because: [why] };
  }
  const until = facts.closedUntil === null ? null : facts.instant(facts.closedUntil);
  if (isForced) {
    const also = until === null ? words.alsoClosedOpen : words.alsoClosed(until);
    return { color: "red", title: words.mustUpdate(who), because: [why, also, ...every] };
  }
  const title = until === null ? words.closed(who) : words.closedUntil(who, until);
  return { color: "orange", title, because: [...every, words.versionIsFine(why)] };
}

function ruleText(rule: string, { platform, version }: ConfigQuestion, facts: VerdictFacts, words: Words): string {
  const { because } = words;
  if (rule === "below_minimum") return because.below_minimum(version, boundAt("minimum", facts));
  if (rule === "below_recommended") return because.below_recommended(version, boundAt("recommended", facts));
  if (rule === "no_policy") return because.no_policy(platform);
  return rule === "exempt" || rule === "blocked" || rule === "current" ? because[rule](version, platform) : rule;
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
  { at, instant, clock }: VerdictFacts,
  words: Words,
): Verdict {
  const text = (field: string) => String(body[field] ?? "");
  const who = text("instance_name") || instance;
  const [start, end] = [text("start_time"), text("end_time")];
  if (reason === "in_force") return { color: "orange", title: words.closedUntil(who, instant(end)), because: [] };
  const reminder = text("remainder_start");
  const isAnnounced = Date.parse(reminder) <= at;
  const because: Readonly<Record<string, readonly string[]>> = {
    upcoming: [
      words.upcoming(clock(start), instant(end)),
      isAnnounced ? words.announced(instant(reminder)) : words.announcedFrom(instant(reminder)),
    ],
    over: [words.over(instant(end))],
    none: [words.none],
  };
  return { color: "green", title: words.open(who), because: Object.hasOwn(because, reason) ? (because[reason] ?? []) : [reason] };
}

function refusal(question: Question, code: string, detail: string, words: Words): Verdict {
  const texts: Readonly<Record<string, string>> =
    question.ask === "config"
      ? {
          unknown_platform: words.errors.unknown_platform(question.platform),
          invalid_version: words.errors.invalid_version(question.version),
        }
      : { unknown_instance: words.errors.unknown_instance(question.instance) };
  const why = Object.hasOwn(texts, code) ? (texts[code] ?? detail) : detail;
  return { color: "gray", title: words.refused, because: [why, words.refusedMeaning] };
}
