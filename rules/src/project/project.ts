import { z } from "zod";
import { defaultLockOutLimit } from "../impact/lock-out.ts";
import { LONGEST_LEAD } from "../occurrence/occurrence-state.ts";
import { canonicalLanguage } from "../texts/language.ts";
import { messageMembers, title } from "../texts/message-schema.ts";
import { durationUpTo, HOUR, printDuration, SECOND } from "../values/duration.ts";
import type { ProblemSink } from "../values/errors.ts";
import { joinPath, readLine, readText, readWord } from "../values/fields.ts";
import { fields, optional, optionalFields, printValue, readValidMembers, readValue, type Value } from "../values/schema.ts";
import { durationForm, languageForm, lineForm } from "../values/text-forms.ts";
import { storeLinks } from "../versions/store-link-schema.ts";
import type { Wire } from "../wire/values.ts";

const defaultTtl = 30 * SECOND;
const defaultReminder = HOUR;
const maxTtl = HOUR;
const longestName = 200;
const maxLanguages = 64;

/** Milliseconds. */
export const readReminder = readText("expected a duration from 0s to 30d, such as 12h", durationUpTo(LONGEST_LEAD));

const messagesSchema = fields(messageMembers).meta({ id: "ProjectMessages", description: "Texts that apps show, by language" });

/** Null means the built-in title, for `/gate` alone. */
const titlesSchema = fields({
  upgrade: title("upgrade"),
  unsupported: title("unsupported"),
  maintenance: title("maintenance"),
  recommended: title("recommended"),
  announced: title("announced"),
}).meta({ id: "ProjectTitles", description: "Titles above the messages, in apps that ask `/gate`" });

export const projectSchema = fields({
  name: optional(
    lineForm(longestName).meta({
      id: "ProjectName",
      description: "Name of the project; its id by default",
      minLength: 1,
      examples: ["Acme Shop"],
    }),
    "",
    (value, path, problems) => readLine(value, path, problems, longestName),
    (name) => name,
  ),
  languages: optional(
    z.array(languageForm).meta({
      id: "Languages",
      description: "BCP 47 tags; the first is the default",
      minItems: 1,
      maxItems: maxLanguages,
      uniqueItems: true,
      examples: [["en", "de"]],
    }),
    ["en"],
    readLanguages,
    (list) => [...list],
  ),
  /** Milliseconds, in whole seconds. */
  ttl: optional(
    durationForm.meta({
      id: "CacheTime",
      description: "Time for which apps may keep an answer, at most 1h",
      examples: ["PT30S"],
    }),
    defaultTtl,
    readText("expected a duration of whole seconds from 0s to 1h, such as 30s", durationUpTo(maxTtl)),
    printDuration,
  ),
  /** Milliseconds. */
  reminder: optional(
    durationForm.meta({
      id: "ProjectReminder",
      description: "Time before a window at which its reminder starts, at most 30d",
      examples: ["PT1H"],
    }),
    defaultReminder,
    readReminder,
    printDuration,
  ),
  no_window: optional(
    z.enum(["epoch", "null"]).nullable().meta({
      id: "NoWindowTimes",
      description: "Times in `/maintenance` while no window is planned: `epoch` is 1970, and null no time",
    }),
    "epoch",
    // An unquoted `null` of YAML is an ordinary word here.
    (value, path, problems) => readWord(value === null ? "null" : value, path, problems, ["epoch", "null"] as const),
    (word: "epoch" | "null") => (word === "null" ? null : word),
  ),
  lock_out_limit_percent: optional(
    z
      .int()
      .min(0)
      .max(100)
      .meta({
        id: "LockOutLimit",
        description: "Percent of a platform's requests of 24 hours that a change may newly force to update; default 20",
        examples: [20],
      }),
    defaultLockOutLimit,
    readLockOutLimit,
    (percent) => (percent === defaultLockOutLimit ? undefined : percent),
  ),
  stores: storeLinks,
  messages: optionalFields(messagesSchema),
  titles: optionalFields(titlesSchema),
});

export type Project = Readonly<ReturnType<typeof projectFrom>>;
export type ProjectForm = Wire<typeof projectSchema>;

/** In the member order of stored rows: `sameValue` compares them as text. */
function projectFrom(project: Value<typeof projectSchema>) {
  const { no_window: noWindow, lock_out_limit_percent: lockOutLimit, stores, messages, titles, ...head } = project;
  return { ...head, noWindow, lockOutLimit, stores, messages, titles };
}

/** Ids of windows have the same form. */
export function isSlug(id: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(id);
}

export const slugRule = "1 to 63 characters a-z, 0-9 and -";

export function blankProject(name: string): Project {
  return { ...projectFrom(projectSchema.parse({})), name };
}

/** Ignores keys that are not the project's own. @param id stands in for a missing name */
export function parseProject(map: Readonly<Record<string, unknown>>, id: string, path: string, problems: ProblemSink): Project {
  const project = projectFrom(readValue(headSchema, map, path, problems) ?? readValidMembers(headSchema, map));
  return { ...project, name: project.name || id };
}

const headSchema = projectSchema.strip();

export function printProject({ noWindow, lockOutLimit, ...project }: Project): ProjectForm {
  return printValue(projectSchema, { ...project, no_window: noWindow, lock_out_limit_percent: lockOutLimit });
}

function readLanguages(value: unknown, path: string, problems: ProblemSink): string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxLanguages) {
    problems.push({ path, message: `expected a list of 1 to ${maxLanguages} languages, such as [en, de]` });
    return null;
  }
  const languages: string[] = [];
  for (const [index, tag] of value.entries()) {
    const language = typeof tag === "string" ? canonicalLanguage(tag) : null;
    if (language === null)
      problems.push({ path: joinPath(path, index), message: "expected a BCP 47 language tag, such as de or pt-BR" });
    else if (languages.includes(language)) problems.push({ path: joinPath(path, index), message: `${language} is listed twice` });
    else languages.push(language);
  }
  return languages;
}

function readLockOutLimit(value: unknown, path: string, problems: ProblemSink): number | null {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100) return value;
  problems.push({ path, message: "expected a whole number of percent from 0 to 100, such as 20" });
  return null;
}
