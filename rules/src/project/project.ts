import { z } from "zod";
import { canonicalLanguage } from "../texts/language.ts";
import { message } from "../texts/message-schema.ts";
import { parseDuration, printDuration } from "../values/duration.ts";
import type { ProblemSink } from "../values/errors.ts";
import { below, readLine, readWord } from "../values/fields.ts";
import { absentMembers, fields, optional, printValue, readRight, readValue, type Value } from "../values/schema.ts";
import { storeLinks } from "../versions/store-link-schema.ts";
import { LONGEST_LEAD } from "../windows/reminder-lead.ts";
import type { Wire } from "../wire/wire.ts";

const second = 1000;
const hour = 3600 * second;
const defaultTtl = 30 * second;
const defaultReminder = hour;
const maxTtl = hour;

/** Null: the built-in text (`upgrade`, `maintenance`), or none (`default`). */
const messagesSchema = fields({
  upgrade: message("upgrade"),
  maintenance: message("maintenance"),
  default: message("default"),
}).meta({ id: "ProjectMessages" });

export const projectSchema = fields({
  /** "": none is given, and the project's id stands in. */
  name: optional(z.string().meta({ minLength: 1, examples: ["Acme Shop"] }), "", readName, (name) => name),
  /** BCP 47, canonical; the first is the default. */
  languages: optional(
    z.array(z.string()).meta({ description: "BCP 47 tags; the first is the default", examples: [["en", "de"]] }),
    ["en"],
    readLanguages,
    (list) => [...list],
  ),
  /** How long an app may keep an answer, ms, whole seconds. */
  ttl: optional(
    z.string().meta({ description: "Time for which apps may keep an answer, at most PT1H", examples: ["PT30S"] }),
    defaultTtl,
    readTtl,
    printDuration,
  ),
  /** Default lead of a reminder, ms. */
  reminder: optional(
    z.string().meta({ description: "Time before a window at which its reminder starts, at most P30D", examples: ["PT1H"] }),
    defaultReminder,
    readReminder,
    printDuration,
  ),
  /** What `/maintenance` says when there is nothing to report: 1970, or null. */
  no_window: optional(
    z.enum(["epoch", "null"]).nullable().meta({
      description: "Times in `/maintenance` while nothing is planned: 1970, or null. In a merge patch write the text `null`",
    }),
    "epoch",
    readNoWindow,
    printNoWindow,
  ),
  stores: storeLinks,
  messages: optional(messagesSchema, absentMembers(messagesSchema) as ProjectMessages, readMessages, printMessages),
});

/** What a project says about itself; its platforms, instances and windows are resources of their own. */
export type Project = Readonly<ReturnType<typeof projectFrom>>;
export type ProjectForm = Wire<typeof projectSchema>;
export type ProjectMessages = Value<typeof messagesSchema>;

/** In the order of the rows that there are: `sameValue` compares them as text. */
function projectFrom({ no_window: noWindow, stores, messages, ...head }: Value<typeof projectSchema>) {
  return { ...head, noWindow, stores, messages };
}

/** Names a project, and in the same form a window. */
export function isSlug(id: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(id);
}

export const slugRule = "1 to 63 characters a-z, 0-9 and -";

/** A project that says nothing about itself yet. */
export function blankProject(name: string): Project {
  return { ...projectFrom(projectSchema.parse({})), name };
}

/** Reads the project's own keys out of `map` and leaves the others alone; `id` stands in for a name that is not given. */
export function parseProject(map: Readonly<Record<string, unknown>>, id: string, path: string, problems: ProblemSink): Project {
  const project = projectFrom(readValue(headSchema, map, path, problems) ?? readRight(headSchema, map));
  return { ...project, name: project.name || id };
}

const headSchema = projectSchema.strip();

export function printProject({ noWindow, ...project }: Project): ProjectForm {
  return printValue(projectSchema, { ...project, no_window: noWindow });
}

function readName(value: unknown, path: string, problems: ProblemSink): string | null {
  return readLine(value, path, problems, 200);
}

function readLanguages(value: unknown, path: string, problems: ProblemSink): string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > 64) {
    problems.push({ path, message: "expected a list of 1 to 64 languages, such as [en, de]" });
    return null;
  }
  const languages: string[] = [];
  for (const [index, tag] of value.entries()) {
    const language = typeof tag === "string" ? canonicalLanguage(tag) : null;
    if (language === null)
      problems.push({ path: below(path, index), message: "expected a BCP 47 language tag, such as de or pt-BR" });
    else if (languages.includes(language)) problems.push({ path: below(path, index), message: `${language} is given twice` });
    else languages.push(language);
  }
  return languages;
}

function readTtl(value: unknown, path: string, problems: ProblemSink): number | null {
  const ttl = typeof value === "string" ? parseDuration(value) : null;
  if (ttl !== null && ttl <= maxTtl) return ttl;
  problems.push({ path, message: "expected a duration of whole seconds from PT0S to PT1H, such as PT30S" });
  return null;
}

/** A lead in ms. */
export function readReminder(value: unknown, path: string, problems: ProblemSink): number | null {
  const lead = typeof value === "string" ? parseDuration(value) : null;
  if (lead !== null && lead <= LONGEST_LEAD) return lead;
  problems.push({ path, message: "expected a duration from PT0S to P30D, such as PT12H" });
  return null;
}

/** YAML reads an unquoted `null` as nothing; here it is a word like any other. */
function readNoWindow(value: unknown, path: string, problems: ProblemSink): "epoch" | "null" | null {
  return readWord(value === null ? "null" : value, path, problems, ["epoch", "null"] as const);
}

function printNoWindow(word: "epoch" | "null"): "epoch" | null {
  return word === "null" ? null : word;
}

function readMessages(value: unknown, path: string, problems: ProblemSink): ProjectMessages {
  const given = value ?? {};
  return readValue(messagesSchema, given, path, problems) ?? readRight(messagesSchema, Object(given));
}

function printMessages(messages: ProjectMessages): Wire<typeof messagesSchema> | undefined {
  const printed = printValue(messagesSchema, messages);
  return Object.keys(printed).length > 0 ? printed : undefined;
}
