import { allowedIn, type Placeholder, type TextFault, textFaults } from "drawbridge-rules/texts/message.ts";
import { type Policies, platformsWithout } from "drawbridge-rules/texts/placeholder-values.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import { type Kind, kinds } from "./message-form.ts";

/** A valid placeholder without a value on the platforms, which would leave a gap in the sentence. */
interface ValueFault {
  readonly kind: "no_value_on";
  readonly from: number;
  readonly to: number;
  readonly platforms: readonly string[];
}

export type Fault = TextFault | ValueFault;

interface Brace {
  readonly from: number;
  /** After its `}`; null means it has none. */
  readonly to: number | null;
}

/** Each `{` that opens a placeholder, by the server's rules: neither brace of `{{` does. */
export function* braces(text: string): Generator<Brace> {
  let at = 0;
  for (let from = text.indexOf("{"); from >= 0; from = text.indexOf("{", at)) {
    if (text[from + 1] === "{") {
      at = from + 2;
      continue;
    }
    const close = text.indexOf("}", from);
    yield { from, to: close < 0 ? null : close + 1 };
    if (close < 0) return;
    at = close + 1;
  }
}

export interface OpenPlaceholder {
  /** Offset of its `{`. */
  readonly from: number;
  /** After the `{`, up to the caret. */
  readonly typed: string;
}

/** Placeholder that is being typed at the caret; null means none. */
export function findOpenPlaceholder(text: string, caret: number): OpenPlaceholder | null {
  // Only text before the caret counts: a brace after it may close another placeholder.
  for (const { from, to } of braces(text.slice(0, caret))) {
    if (to !== null) continue;
    const last = text.lastIndexOf("{", caret - 1);
    const typed = text.slice(last + 1, caret);
    return (last === from || text[last - 1] !== "{") && /^[a-z_]*$/i.test(typed) ? { from: last, typed } : null;
  }
  return null;
}

interface Inserted {
  readonly text: string;
  readonly caret: number;
}

/** Also replaces the rest of an existing placeholder. */
export function withPlaceholder(text: string, from: number, caret: number, placeholder: Placeholder): Inserted {
  const rest = text.slice(caret).replace(/^[a-z_]*\}/, "");
  const before = `${text.slice(0, from)}{${placeholder}}`;
  return { text: before + rest, caret: before.length };
}

interface TextPart {
  readonly from: number;
  readonly text: string;
  readonly mark: "placeholder" | "fault" | null;
}

export function markedParts(text: string, faults: readonly Fault[]): readonly TextPart[] {
  const wrong = faults.filter(({ kind }) => kind !== "too_long" && kind !== "empty");
  const right = [...braces(text)].flatMap(({ from, to }) =>
    to === null || wrong.some((fault) => fault.from < to && from < fault.to) ? [] : [{ from, to, mark: "placeholder" as const }],
  );
  const marks = [...wrong.map(({ from, to }) => ({ from, to, mark: "fault" as const })), ...right].sort(
    (a, b) => a.from - b.from,
  );
  const parts: TextPart[] = [];
  let at = 0;
  for (const { from, to, mark } of marks) {
    if (from < at) continue;
    if (from > at) parts.push({ from: at, text: text.slice(at, from), mark: null });
    parts.push({ from, text: text.slice(from, to), mark });
    at = to;
  }
  return at < text.length ? [...parts, { from: at, text: text.slice(at), mark: null }] : parts;
}

/** Both 1-based. */
export function textPosition(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1 };
}

/** @param text undefined means no text, which is no fault @param policies those of the platforms that show it */
export function faultsIn(text: string | undefined, kind: Kind, policies: Policies): readonly Fault[] {
  if (text === undefined) return [];
  const faults = textFaults(text, kind);
  return faults.length > 0 ? faults : valueFaults(text, kind, policies);
}

function valueFaults(text: string, kind: Kind, policies: Policies): ValueFault[] {
  return [...braces(text)].flatMap(({ from, to }) => {
    const placeholder = allowedIn[kind].find((known) => `{${known}}` === text.slice(from, to ?? from));
    const platforms = placeholder === undefined ? [] : platformsWithout(placeholder, kind, policies);
    return platforms.length === 0 ? [] : [{ kind: "no_value_on", from, to: to ?? from, platforms }];
  });
}

export type ShownPolicies = Readonly<Record<Kind, Policies>>;

/** A platform with a message of its own never shows the project's. */
export function toShownPolicies(policies: readonly Platform[]): ShownPolicies {
  const platforms = policies.map((platform) => ({ ...platform, policy: readPolicy(platform) }));
  const shown = (kind: Kind) => {
    const others = platforms.filter(({ messages }) => messages?.[kind] === undefined);
    return new Map(others.map(({ id, policy }) => [id, policy]));
  };
  return Object.fromEntries(kinds.map((kind) => [kind, shown(kind)])) as unknown as ShownPolicies;
}
