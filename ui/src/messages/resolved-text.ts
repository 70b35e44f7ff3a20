/** Text that an app gets in a language: computed with the server's own code. */

import { interruptionAt } from "drawbridge-rules/occurrence/interruption.ts";
import { listedTimes } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { Occurrence } from "drawbridge-rules/occurrence/occurrence.ts";
import { defaultMessages, defaultTitles } from "drawbridge-rules/texts/default-messages.ts";
import { chooseLanguage } from "drawbridge-rules/texts/language.ts";
import { type Placeholder, parseTemplate, render, type ScreenKind } from "drawbridge-rules/texts/message.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { Kind, MessageForm } from "./message-form.ts";

export interface ResolvedText {
  readonly text: string;
  /** Language of the text; "" if there is none. */
  readonly language: string;
  /** `own`: written in the requested language; `none`: an empty text. */
  readonly source: "own" | "other" | "built_in" | "none";
}

/** With unreplaced placeholders. */
export function resolveText({ languages, messages }: MessageForm, kind: Kind, wanted: string): ResolvedText {
  return chosenIn(languages, messages[kind], kind === "default" ? {} : defaultMessages[kind], wanted);
}

export function titleIn({ languages, titles }: MessageForm, kind: ScreenKind, wanted: string): ResolvedText {
  return chosenIn(languages, titles[kind], defaultTitles[kind], wanted);
}

function chosenIn(
  [first = "en"]: readonly string[],
  written: LocalizedText,
  builtIn: LocalizedText,
  wanted: string,
): ResolvedText {
  if (Object.keys(written).length > 0) {
    const language = chooseLanguage(Object.keys(written), [wanted], first);
    return { text: written[language] ?? "", language, source: language === wanted ? "own" : "other" };
  }
  if (Object.keys(builtIn).length === 0) return { text: "", language: "", source: "none" };
  const language = chooseLanguage(Object.keys(builtIn), [wanted], first);
  return { text: builtIn[language] ?? "", language, source: "built_in" };
}

export interface FilledText {
  readonly text: string;
  readonly language: string;
  /** The text has faults and is shown as typed. */
  readonly isWrong: boolean;
}

export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

/** @param valuesIn values in the language of the text; a placeholder without one is left out */
export function fillPlaceholders(
  { text, language }: ResolvedText,
  valuesIn: (language: string) => PlaceholderValues,
): FilledText {
  const template = parseTemplate(text);
  if ("error" in template) return { text, language, isWrong: true };
  return { text: render(template, valuesIn(language)), language, isWrong: false };
}

interface Situation {
  /** Epoch ms, both. */
  readonly start: number;
  readonly end: number;
  readonly zone: string;
  /** Window whose text is shown, if it has one; null means nothing is planned, and these times are an example. */
  readonly window: string | null;
  /** Name of the window; "" without one. */
  readonly name: string;
}

const exampleLead = 3_600_000;
const exampleLength = 7_200_000;

/** @param at epoch ms; @param instance null means there is none */
export function situationAt(
  occurrences: readonly ListedOccurrence[],
  platform: string,
  instance: string | null,
  at: number,
): Situation {
  const askers = [covering(occurrences, "platforms", platform), covering(occurrences, "instances", instance)];
  const reported = askers.map((own) => interruptionAt(own, at, 0)).filter((found) => found !== null && found.state !== "ended");
  const told = reported.find((found) => found?.state === "active") ?? reported[0];
  if (!told) {
    const start = Math.ceil((at + exampleLead) / exampleLead) * exampleLead;
    return { start, end: start + exampleLength, zone: "UTC", window: null, name: "" };
  }
  const { start, end, endsWith } = told.interruption;
  const { window, zone } = endsWith;
  return { start, end, zone, window, name: occurrences.find((each) => each.window === window)?.name ?? window };
}

function covering(list: readonly ListedOccurrence[], noun: "platforms" | "instances", id: string | null): Occurrence[] {
  const isCovered = (item: ListedOccurrence) =>
    (item.platforms === null && item.instances === null) || (id !== null && item[noun]?.includes(id) === true);
  return list.filter((item) => !listedTimes(item).isCanceled && isCovered(item)).map(occurrenceOf);
}

function occurrenceOf(listed: ListedOccurrence): Occurrence {
  const { occurrence, window, planned_start, planned_end, zone, origin } = listed;
  return {
    ...listedTimes(listed),
    window,
    name: occurrence,
    plannedStart: Date.parse(planned_start),
    plannedEnd: Date.parse(planned_end),
    byHand: origin === "hand",
    lead: null,
    zone,
  };
}

export interface Reminder {
  /** `ended`: the announced maintenance is past, or there is none. */
  readonly state: "later" | "announced" | "active" | "ended";
  /** Name of the instance. */
  readonly name: string;
  /** Epoch ms. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** @param now epoch ms; null means not known */
export function reminderFromAnswer(answer: Simulation | undefined, now: number): Reminder | null {
  if (answer?.status !== 200) return null;
  const { instance_name, remainder_start, start_time, end_time, is_maintenance } = answer.body;
  // Null if the project hides them: then nothing is announced.
  const [from, start, end] = [remainder_start, start_time, end_time].map((time) => Date.parse(String(time ?? "1970-01-01")));
  const times = { name: String(instance_name), from: from ?? 0, start: start ?? 0, end: end ?? 0 };
  if (is_maintenance === true) return { ...times, state: "active" };
  if (now >= times.start) return { ...times, state: "ended" };
  return { ...times, state: now < times.from ? "later" : "announced" };
}
