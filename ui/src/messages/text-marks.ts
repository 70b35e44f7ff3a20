import { allowedIn, type TextFault, textFaults } from "drawbridge-rules/texts/message.ts";
import { type Policies, platformsWithout } from "drawbridge-rules/texts/placeholder-values.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import { type Kind, kinds } from "./message-form.ts";

/** It would leave a gap in the sentence. */
interface ValueFault {
  readonly kind: "no_value_on";
  readonly from: number;
  readonly to: number;
  readonly platforms: readonly string[];
}

export type Fault = TextFault | ValueFault;

/** Finds each `{` of a placeholder by the server's rules: neither brace of `{{` is one. @yields null without a `}` */
export function* braces(text: string): Generator<{ readonly from: number; readonly to: number | null }> {
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

/** Both 1-based. */
export function textPosition(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1 };
}

/** @param text undefined means no text, which is no fault */
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
