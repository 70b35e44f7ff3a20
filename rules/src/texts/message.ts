/** A text that could fail on a user's screen is refused when it is written. */
import type { ProblemSink } from "../values/errors.ts";
import { joinPath, listed, readMap } from "../values/fields.ts";
import { canonicalLanguage, type LocalizedText } from "./language.ts";

export type Placeholder =
  | "minimum_version"
  | "recommended_version"
  | "current_version"
  | "update_to"
  | "project_name"
  | "instance_name"
  | "start_time"
  | "end_time";

export interface Template {
  readonly text: string;
  readonly parts: readonly (string | { readonly placeholder: Placeholder })[];
  readonly placeholders: readonly Placeholder[];
}

/** The strongest kind that applies is shown. */
export const screenKinds = ["upgrade", "unsupported", "maintenance", "recommended", "announced"] as const;
export type ScreenKind = (typeof screenKinds)[number];
export type MessageKind = ScreenKind | "default" | "window";
export type TextForm = "message" | "title";

const always: readonly Placeholder[] = ["minimum_version", "recommended_version", "current_version", "project_name"];
const ofWindow: readonly Placeholder[] = [...always, "instance_name", "start_time", "end_time"];
// Only a version that must or should update always has a version to update to.
const ofUpgrade: readonly Placeholder[] = ["update_to", ...always];
const every: readonly Placeholder[] = ["update_to", ...ofWindow];

/** Placeholders that can have a value; the project decides whether they have one. */
export const allowedIn: Readonly<Record<MessageKind, readonly Placeholder[]>> = {
  upgrade: ofUpgrade,
  unsupported: always,
  maintenance: [...always, "start_time", "end_time"],
  recommended: ofUpgrade,
  announced: [...always, "start_time", "end_time"],
  default: always,
  window: ofWindow,
};

/** Positions in UTF-16 units. */
export interface TextFault {
  readonly kind: "too_long" | "control" | "lone_surrogate" | "unclosed" | "unknown" | "no_value" | "empty" | "line_break";
  readonly from: number;
  readonly to: number;
}

/** In code points. */
export const maxTextLength = 2000;
export const longestTitle = 100;

/** `{{` is a literal `{`, and `}` is always literal. The error lists all faults. */
export function parseTemplate(text: string, allowed = every): Template | { readonly error: string } {
  const { template, faults } = readTemplate(text, allowed, maxTextLength);
  return faults.length === 0 ? template : { error: [...faultTexts(text, faults, allowed, maxTextLength)].join("; ") };
}

export function textFaults(text: string, kind: MessageKind, form: TextForm = "message"): readonly TextFault[] {
  const { faults } = readTemplate(text, allowedIn[kind], longest[form]);
  const lineBreak = form === "title" ? text.search(/[\n\t]/) : -1;
  if (lineBreak >= 0) faults.push({ kind: "line_break", from: lineBreak, to: lineBreak + 1 });
  if (kind === "default" || faults.length > 0 || visible.test(text)) return faults;
  return [{ kind: "empty", from: 0, to: text.length }];
}

const longest: Readonly<Record<TextForm, number>> = { message: maxTextLength, title: longestTitle };

/** Inserts values literally: a placeholder inside a value is only text. A missing value is "". */
export function render(template: Template, values: Readonly<Partial<Record<Placeholder, string>>>): string {
  return renderAround(template, null, (placeholder) => values[placeholder] ?? "")[0] ?? "";
}

/** Texts around each place of one placeholder, for a value that is inserted later. */
export function renderAround(
  template: Template,
  later: Placeholder | null,
  value: (placeholder: Placeholder) => string,
): [string, ...string[]] {
  const texts: [string, ...string[]] = [""];
  for (const part of template.parts) {
    if (typeof part !== "string" && part.placeholder === later) texts.push("");
    else texts[texts.length - 1] += typeof part === "string" ? part : value(part.placeholder);
  }
  return texts;
}

/** Null means problems, all reported. Only a default may be empty. */
export function parseMessage(
  value: unknown,
  path: string,
  kind: MessageKind,
  problems: ProblemSink,
  form: TextForm = "message",
): LocalizedText | null {
  const before = problems.length;
  const map = readMap(value, path, problems);
  if (map === null) return null;
  const message: Record<string, string> = {};
  for (const [key, text] of Object.entries(map).slice(0, maxLanguages)) {
    const quote = typeof text === "number" ? { quote: true } : {};
    for (const fault of [...languageFaults(key, message), ...entryFaults(text, kind, form)]) {
      problems.push({ path: joinPath(path, key), message: `the text for ${quoted(key)} ${fault}`, ...quote });
    }
    message[canonicalLanguage(key) ?? key] = typeof text === "string" ? text : "";
  }
  const count = Object.keys(map).length;
  if (count === 0) problems.push({ path, message: 'expected a text for at least one language, such as { en: "…" }' });
  if (count > maxLanguages) problems.push({ path, message: `expected at most ${maxLanguages} languages, not ${count}` });
  return problems.length === before ? message : null;
}

const longestShown = 40;
export const maxLanguages = 64;

function languageFaults(key: string, known: LocalizedText): string[] {
  const language = canonicalLanguage(key);
  if (language === null) return ["has no valid language: expected a BCP 47 language tag, such as de or pt-BR"];
  return Object.hasOwn(known, language) ? [`is a duplicate: both tags mean ${language}`] : [];
}

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

function entryFaults(text: unknown, kind: MessageKind, form: TextForm): Iterable<string> {
  if (typeof text !== "string") return ["is not text"];
  return faultTexts(text, textFaults(text, kind, form), allowedIn[kind], longest[form]);
}

function readTemplate(
  text: string,
  allowed: readonly Placeholder[],
  most: number,
): { readonly template: Template; readonly faults: TextFault[] } {
  const faults = characterFaults(text, most);
  // A text that is too long is not examined further.
  const parts = isTooLong(text, most) ? [] : splitTemplate(text, allowed, faults);
  const placeholders = new Set(parts.flatMap((part) => (typeof part === "string" ? [] : [part.placeholder])));
  return { template: { text, parts, placeholders: [...placeholders] }, faults };
}

function characterFaults(text: string, most: number): TextFault[] {
  const faults: TextFault[] = [];
  if (isTooLong(text, most)) faults.push({ kind: "too_long", from: 0, to: text.length });
  // There may be thousands of faults, and text far beyond the maximum length is not scanned.
  const looked = text.slice(0, 2 * most);
  const note = (kind: TextFault["kind"], form: RegExp) => {
    const from = looked.search(form);
    if (from >= 0) faults.push({ kind, from, to: from + 1 });
  };
  note("control", /(?![\n\t])\p{Cc}/u);
  note("lone_surrogate", /\p{Cs}/u);
  return faults;
}

/** A text is counted in code points, each of one or two UTF-16 units. */
function isTooLong(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

function splitTemplate(text: string, allowed: readonly Placeholder[], faults: TextFault[]): Template["parts"] {
  const parts: Template["parts"][number][] = [];
  let literal = "";
  let at = 0;
  for (let open = text.indexOf("{"); open >= 0; open = text.indexOf("{", at)) {
    literal += text.slice(at, open);
    if (text[open + 1] === "{") {
      literal += "{";
      at = open + 2;
      continue;
    }
    const close = text.indexOf("}", open);
    if (close < 0) {
      faults.push({ kind: "unclosed", from: open, to: open + 1 });
      break;
    }
    const name = text.slice(open + 1, close);
    const placeholder = allowed.find((known) => known === name);
    if (placeholder === undefined) faults.push(placeholderFault(name, open, close + 1));
    else {
      if (literal !== "") parts.push(literal);
      parts.push({ placeholder });
      literal = "";
    }
    at = close + 1;
  }
  literal += text.slice(at);
  if (literal !== "") parts.push(literal);
  return parts;
}

function placeholderFault(name: string, from: number, to: number): TextFault {
  if (name.includes("{")) return { kind: "unclosed", from, to: from + 1 };
  return { kind: every.some((placeholder) => placeholder === name) ? "no_value" : "unknown", from, to };
}

function faultTexts(
  text: string,
  faults: readonly TextFault[],
  allowed: readonly Placeholder[],
  most: number,
): ReadonlySet<string> {
  const inBraces = allowed.map((placeholder) => `{${placeholder}}`);
  const expected = `expected ${listed(inBraces, "or")}, and {{ for a plain {`;
  return new Set(faults.map(({ kind, from, to }) => faultText(kind, text.slice(from, to), expected, most)));
}

function faultText(kind: TextFault["kind"], part: string, expected: string, most: number): string {
  const words: Readonly<Record<typeof kind, string>> = {
    too_long: `is too long: at most ${most} characters`,
    control: "contains a control character: only line feed and tab are allowed",
    lone_surrogate: "contains half a character (a lone surrogate)",
    unclosed: `has a { without a matching }: ${expected}`,
    unknown: `contains ${quoted(part)}, which is not a placeholder: ${expected}`,
    no_value: `contains ${quoted(part)}, which has no value in this message: ${expected}`,
    line_break: "has a line break or a tab: a title is one line",
    empty: "is empty: a screen that blocks the app must show a message",
  };
  return words[kind];
}

function quoted(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}
