import { z } from "zod";
import { canonicalLanguage, type LocalizedText } from "../texts/language.ts";
import { printDuration } from "../values/duration.ts";
import type { ProblemSink } from "../values/errors.ts";
import { isMap, joinPath, readLine } from "../values/fields.ts";
import { fields, optional, printValue, readValue, required, type Value } from "../values/schema.ts";
import { durationForm, languageForm, lineForm } from "../values/text-forms.ts";
import type { Wire } from "../wire/values.ts";
import { readReminder } from "./project.ts";

const maxNameLength = 200;
const maxNames = 64;

export const instanceSchema = fields({
  name: required(
    z
      .union([
        lineForm(maxNameLength),
        z.record(languageForm, lineForm(maxNameLength)).meta({ minProperties: 1, maxProperties: maxNames }),
      ])
      .meta({ id: "InstanceName", description: "One name, or one for each language", examples: ["Acme Europe"] }),
    readName,
    (name): string | Record<string, string> => (typeof name === "string" ? name : { ...name }),
  ),
  /** Milliseconds; null means the project's. */
  reminder: optional(
    durationForm.meta({
      id: "InstanceReminder",
      description: "Time before a window at which its reminder starts",
      examples: ["PT24H"],
    }),
    null,
    readReminder,
    printDuration,
  ),
});

/** One deployment of the back end that an app can talk to. */
export type Instance = Value<typeof instanceSchema>;
export type InstanceForm = Wire<typeof instanceSchema>;

/** 1 to 128 characters, as apps send them in `instanceId`. */
export function isInstanceId(id: string): boolean {
  return id.length > 0 && [...id].length <= 128 && id.isWellFormed() && !/\p{Cc}/u.test(id);
}

export function parseInstance(value: unknown, path: string, id: string, problems: ProblemSink): Instance | null {
  if (!isInstanceId(id)) problems.push({ path, message: "expected an id of 1 to 128 characters without control characters" });
  return readValue(instanceSchema, value, path, problems);
}

export function printInstance(instance: Instance): InstanceForm {
  return printValue(instanceSchema, instance);
}

function readName(value: unknown, path: string, problems: ProblemSink): string | LocalizedText | null {
  if (typeof value === "string") return readLine(value, path, problems, maxNameLength);
  if (isMap(value)) return readNames(value, path, problems);
  const quote = typeof value === "number" ? { quote: true } : {};
  problems.push({ path, message: "expected a name, or a map from language to name", ...quote });
  return null;
}

function readNames(map: Readonly<Record<string, unknown>>, path: string, problems: ProblemSink): LocalizedText {
  const names: Record<string, string> = {};
  const tags = Object.keys(map);
  if (tags.length === 0 || tags.length > maxNames) {
    problems.push({ path, message: `expected a name in 1 to ${maxNames} languages, not ${tags.length}` });
  }
  for (const tag of tags.slice(0, maxNames)) {
    const at = joinPath(path, tag);
    const language = canonicalLanguage(tag);
    if (language === null) problems.push({ path: at, message: "expected a BCP 47 language tag, such as de or pt-BR" });
    else if (Object.hasOwn(names, language)) problems.push({ path: at, message: `${language} is listed twice` });
    else names[language] = readLine(map[tag], at, problems, maxNameLength) ?? "";
  }
  return names;
}
