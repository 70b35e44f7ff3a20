/**
 * Operator text by language, with placeholders. Everything that could make a text fail on a reader's screen is refused
 * when it is written, so that rendering has nothing left to refuse.
 */
import type { ProblemSink } from "../values/errors.ts";
import { below, listed, readMap } from "../values/fields.ts";
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
  /** Each one once, in the order of first use. */
  readonly placeholders: readonly Placeholder[];
}

export type MessageKind = "upgrade" | "maintenance" | "default" | "window";

const always: readonly Placeholder[] = ["minimum_version", "recommended_version", "current_version", "project_name"];
const ofWindow: readonly Placeholder[] = [...always, "instance_name", "start_time", "end_time"];
// Only a version that must not run has a version to update to in any case.
const ofUpgrade: readonly Placeholder[] = ["update_to", ...always];
const every: readonly Placeholder[] = ["update_to", ...ofWindow];

/** What can have a value at all in each kind of message. Whether it has one on every platform depends on the project. */
export const allowedIn: Readonly<Record<MessageKind, readonly Placeholder[]>> = {
  upgrade: ofUpgrade,
  maintenance: [...always, "start_time", "end_time"],
  default: always,
  window: ofWindow,
};

/** One thing that is wrong with a text, and the places (UTF-16) from which and up to which it is wrong. */
export interface TextFault {
  readonly kind: "too_long" | "control" | "lone_surrogate" | "unclosed" | "unknown" | "no_value" | "empty";
  readonly from: number;
  readonly to: number;
}

/** In code points. */
export const longestText = 2000;

/** `{{` is a plain `{`, and `}` is always itself. The error names all that is wrong, and the placeholders of `allowed`. */
export function parseTemplate(text: string, allowed = every): Template | { readonly error: string } {
  const { template, faults } = readTemplate(text, allowed);
  return faults.length === 0 ? template : { error: [...faultTexts(text, faults, allowed)].join("; ") };
}

/** What is wrong with a text of that kind of message, for whoever is writing it. */
export function textFaults(text: string, kind: MessageKind): readonly TextFault[] {
  const { faults } = readTemplate(text, allowedIn[kind]);
  if (kind === "default" || faults.length > 0 || visible.test(text)) return faults;
  return [{ kind: "empty", from: 0, to: text.length }];
}

/** A value is put in as it is: what looks like a placeholder inside it is only text. A value that is missing is "". */
export function render(template: Template, values: Readonly<Partial<Record<Placeholder, string>>>): string {
  let text = "";
  for (const part of template.parts) text += typeof part === "string" ? part : (values[part.placeholder] ?? "");
  return text;
}

/**
 * A message from its manifest form, `{ en: "…", de: "…" }`; its languages in their canonical spelling. Null where
 * anything is wrong: then `problems` has all of it. Only a default message may be empty, for the others fill a screen.
 */
export function parseMessage(value: unknown, path: string, kind: MessageKind, problems: ProblemSink): LocalizedText | null {
  const before = problems.length;
  const map = readMap(value, path, problems);
  if (map === null) return null;
  const message: Record<string, string> = {};
  for (const [key, text] of Object.entries(map).slice(0, mostLanguages)) {
    const quote = typeof text === "number" ? { quote: true } : {};
    for (const fault of [...languageFaults(key, message), ...entryFaults(text, kind)]) {
      problems.push({ path: below(path, key), message: `the text for ${quoted(key)} ${fault}`, ...quote });
    }
    message[canonicalLanguage(key) ?? key] = typeof text === "string" ? text : "";
  }
  const count = Object.keys(map).length;
  if (count === 0) problems.push({ path, message: 'expected a text for at least one language, such as { en: "…" }' });
  if (count > mostLanguages) problems.push({ path, message: `expected at most ${mostLanguages} languages, there are ${count}` });
  return problems.length === before ? message : null;
}

const longestShown = 40;
const mostLanguages = 64;

function languageFaults(key: string, known: LocalizedText): string[] {
  const language = canonicalLanguage(key);
  if (language === null) return ["has no language: expected a BCP 47 language tag, such as de or pt-BR"];
  return Object.hasOwn(known, language) ? [`is given twice: both are ${language}`] : [];
}

/** Blank is what shows nothing: no letter, digit, punctuation mark or symbol. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

function entryFaults(text: unknown, kind: MessageKind): Iterable<string> {
  return typeof text === "string" ? faultTexts(text, textFaults(text, kind), allowedIn[kind]) : ["is not text"];
}

function readTemplate(
  text: string,
  allowed: readonly Placeholder[],
): { readonly template: Template; readonly faults: readonly TextFault[] } {
  const faults = characterFaults(text);
  // A long text is not looked into: its other faults may wait until it is shorter.
  const parts = isTooLong(text) ? [] : splitTemplate(text, allowed, faults);
  const placeholders = new Set(parts.flatMap((part) => (typeof part === "string" ? [] : [part.placeholder])));
  return { template: { text, parts, placeholders: [...placeholders] }, faults };
}

function characterFaults(text: string): TextFault[] {
  const faults: TextFault[] = [];
  if (isTooLong(text)) faults.push({ kind: "too_long", from: 0, to: text.length });
  // Reports the first fault of each kind: there may be thousands. Text far beyond the maximum length is not scanned.
  const looked = text.slice(0, 2 * longestText);
  const note = (kind: TextFault["kind"], form: RegExp) => {
    const from = looked.search(form);
    if (from >= 0) faults.push({ kind, from, to: from + 1 });
  };
  note("control", /(?![\n\t])\p{Cc}/u);
  note("lone_surrogate", /\p{Cs}/u);
  return faults;
}

/** Counted in code points, so that an emoji is not two; those take one or two places each. */
function isTooLong(text: string): boolean {
  return text.length > longestText && (text.length > 2 * longestText || [...text].length > longestText);
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

/** Each one once: a text may have the same fault in many places. */
function faultTexts(text: string, faults: readonly TextFault[], allowed: readonly Placeholder[]): ReadonlySet<string> {
  const inBraces = allowed.map((placeholder) => `{${placeholder}}`);
  const expected = `expected ${listed(inBraces, "or")}, and {{ for a plain {`;
  return new Set(faults.map(({ kind, from, to }) => faultText(kind, text.slice(from, to), expected)));
}

function faultText(kind: TextFault["kind"], part: string, expected: string): string {
  switch (kind) {
    case "too_long":
      return `is too long: at most ${longestText} characters`;
    case "control":
      return "holds a control character: only line feed and tab may be there";
    case "lone_surrogate":
      return "holds half a character (a lone surrogate)";
    case "unclosed":
      return `has a { without its }: ${expected}`;
    case "unknown":
      return `holds ${quoted(part)}, which is not known: ${expected}`;
    case "no_value":
      return `holds ${quoted(part)}, which has no value in this message: ${expected}`;
    case "empty":
      return "is empty: a screen that blocks the app must say something";
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}
