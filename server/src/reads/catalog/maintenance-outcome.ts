import { type Interruption, interruptionAt } from "drawbridge-rules/occurrence/interruption.ts";
import { type LanguageTable, languageTable, lookUp } from "drawbridge-rules/texts/language.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import type { Answers } from "./answer-store.ts";
import type { CompiledHeader, CompiledProject, ReadableProject } from "./compiled-project.ts";
import { FinishedAnswer } from "./finished-answer.ts";
import type { Phase } from "./timeline.ts";
import type { WantedLanguages } from "./wanted-languages.ts";

export interface ReportedInterruption {
  readonly interruption: Interruption;
  readonly isActive: boolean;
}

export function instanceMaintenance(
  project: ReadableProject,
  header: CompiledHeader,
  instance: string,
  now: number,
): ReportedInterruption | null {
  const lead = project.instance(instance)?.reminder ?? header.project.reminder;
  const reported = interruptionAt(project.coverage.ofInstance(instance, now), now, lead);
  return reported && { interruption: reported.interruption, isActive: reported.state === "active" };
}

export function maintenanceOutcome(
  project: CompiledProject,
  header: CompiledHeader,
  instance: string,
  wanted: WantedLanguages,
  { state: reported, name: phase }: Phase<ReportedInterruption | null>,
  answers: Answers,
): FinishedAnswer {
  const { name, language } = instanceName(project, header, instance, wanted);
  return answers(`m ${language ?? ""} ${phase}\n${instance}`, () => {
    const times = reported
      ? [reported.interruption.reminder, reported.interruption.start, reported.interruption.end].map(printInstant)
      : [1, 2, 3].map(() => (header.project.noWindow === "null" ? null : printInstant(0)));
    const fields = {
      is_maintenance: reported?.isActive ?? false,
      instance_name: name,
      remainder_start: times[0] ?? null,
      start_time: times[1] ?? null,
      end_time: times[2] ?? null,
    };
    const reason = project.isOpened ? "opened" : null;
    return new FinishedAnswer({ fields, reason, language, ttl: header.project.ttl });
  });
}

/** Names never change while they are held. */
const tables = new WeakMap<object, LanguageTable>();

/** Null means the name has one language. @param before a language preferred to the wanted ones */
export function instanceName(
  project: ReadableProject,
  header: CompiledHeader,
  id: string,
  wanted: WantedLanguages,
  before: string | null = null,
): { readonly name: string; readonly language: string | null } {
  const name = project.instance(id)?.name ?? "";
  if (typeof name === "string") return { name, language: null };
  const table = remembered(tables, name, () => languageTable(Object.keys(name)));
  const preferred = before === null ? null : lookUp(table, before);
  const language = preferred ?? wanted.choose(table, header.firstLanguage);
  return { name: name[language] ?? "", language };
}
