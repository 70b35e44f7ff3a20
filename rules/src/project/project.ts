import { canonicalLanguage, type LocalizedText } from "../texts/language.ts";
import { parseMessage } from "../texts/message.ts";
import { parseDuration, printDuration } from "../values/duration.ts";
import type { ProblemSink } from "../values/errors.ts";
import { below, readLine, readMap, readWord } from "../values/fields.ts";
import { noLinks, parseStoreLinks, printStoreLinks, type StoreLinks } from "../versions/store-link.ts";

/** What a project says about itself; its platforms, instances and windows are resources of their own. */
export interface Project {
  readonly name: string;
  /** BCP 47, canonical; the first is the default. */
  readonly languages: readonly string[];
  /** How long an app may keep an answer, ms, whole seconds. */
  readonly ttl: number;
  /** Default lead of a reminder, ms. */
  readonly reminder: number;
  /** What `/maintenance` says when there is nothing to report: 1970, or null. */
  readonly noWindow: "epoch" | "null";
  readonly stores: StoreLinks;
  readonly messages: ProjectMessages;
}

/** Null: the built-in text (`upgrade`, `maintenance`), or none (`default`). */
export interface ProjectMessages {
  readonly upgrade: LocalizedText | null;
  readonly maintenance: LocalizedText | null;
  readonly default: LocalizedText | null;
}

export const projectKeys = ["name", "languages", "ttl", "reminder", "no_window", "stores", "messages"];

const second = 1000;
const hour = 3600 * second;
const defaultTtl = 30 * second;
const defaultReminder = hour;
const maxTtl = hour;
const maxReminder = 30 * 24 * hour;

/** Names a project, and in the same form a window. */
export function isSlug(id: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(id);
}

export const slugRule = "1 to 63 characters a-z, 0-9 and -";

/** A project that says nothing about itself yet. */
export function blankProject(name: string): Project {
  return {
    name,
    languages: ["en"],
    ttl: defaultTtl,
    reminder: defaultReminder,
    noWindow: "epoch",
    stores: noLinks,
    messages: { upgrade: null, maintenance: null, default: null },
  };
}

/** Reads the project's own keys out of `map` and leaves the others alone; `id` stands in for a name that is not given. */
export function parseProject(map: Readonly<Record<string, unknown>>, id: string, path: string, problems: ProblemSink): Project {
  const blank = blankProject(id);
  return {
    name: map.name === undefined ? id : (readLine(map.name, below(path, "name"), problems, 200) ?? id),
    languages: readLanguages(map.languages, below(path, "languages"), problems) ?? blank.languages,
    ttl: readTtl(map.ttl, below(path, "ttl"), problems),
    reminder: readReminder(map.reminder, below(path, "reminder"), problems) ?? blank.reminder,
    noWindow: readNoWindow(map.no_window, below(path, "no_window"), problems),
    stores: parseStoreLinks(map.stores, below(path, "stores"), problems),
    messages: readMessages(map.messages, below(path, "messages"), problems),
  };
}

function readLanguages(value: unknown, path: string, problems: ProblemSink): string[] | null {
  if (value === undefined) return null;
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

function readTtl(value: unknown, path: string, problems: ProblemSink): number {
  if (value === undefined) return defaultTtl;
  const ttl = typeof value === "string" ? parseDuration(value) : null;
  if (ttl !== null && ttl <= maxTtl) return ttl;
  problems.push({ path, message: "expected a duration of whole seconds from PT0S to PT1H, such as PT30S" });
  return defaultTtl;
}

/** A lead in ms, or null where none is given. */
export function readReminder(value: unknown, path: string, problems: ProblemSink): number | null {
  if (value === undefined) return null;
  const lead = typeof value === "string" ? parseDuration(value) : null;
  if (lead !== null && lead <= maxReminder) return lead;
  problems.push({ path, message: "expected a duration from PT0S to P30D, such as PT12H" });
  return null;
}

/** YAML reads an unquoted `null` as nothing; here it is a word like any other. */
function readNoWindow(value: unknown, path: string, problems: ProblemSink): Project["noWindow"] {
  if (value === undefined) return "epoch";
  return readWord(value === null ? "null" : value, path, problems, ["epoch", "null"] as const) ?? "epoch";
}

function readMessages(value: unknown, path: string, problems: ProblemSink): ProjectMessages {
  const map = readMap(value ?? {}, path, problems, ["upgrade", "maintenance", "default"]) ?? {};
  const read = (kind: keyof ProjectMessages): LocalizedText | null =>
    map[kind] === undefined ? null : parseMessage(map[kind], below(path, kind), kind, problems);
  return { upgrade: read("upgrade"), maintenance: read("maintenance"), default: read("default") };
}

export function printProject(project: Project): Record<string, unknown> {
  const stores = printStoreLinks(project.stores);
  const messages = Object.fromEntries(Object.entries(project.messages).filter(([, texts]) => texts !== null));
  return {
    name: project.name,
    languages: [...project.languages],
    ttl: printDuration(project.ttl),
    reminder: printDuration(project.reminder),
    no_window: project.noWindow === "null" ? null : "epoch",
    ...(stores ? { stores } : {}),
    ...(Object.keys(messages).length > 0 ? { messages } : {}),
  };
}
