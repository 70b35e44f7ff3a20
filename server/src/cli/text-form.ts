/** How a value on the command line is written. What the server would refuse anyway is refused here already, beside all else. */
import { parseVersion } from "../domain/app-version.ts";
import { parseDuration } from "../domain/duration.ts";
import { listed } from "../domain/fields.ts";
import { guards } from "../domain/guard.ts";
import { isInstanceId } from "../domain/instance.ts";
import { canonicalLanguage } from "../domain/language.ts";
import { isPlatformName, platformNameRule } from "../domain/platform.ts";
import { isSlug, slugRule } from "../domain/project.ts";
import { isKeyText, keyTextRule } from "../domain/read-key.ts";
import { parseVersionEntry } from "../domain/version-entry.ts";
import { instantRule, parseInstant, printInstant } from "../http/admin/instant.ts";
import { settings } from "../settings.ts";

export interface TextForm<T> {
  /** Goes on from "expected". */
  readonly expected: string;
  /** A secret is never repeated in a problem. */
  readonly secret?: boolean;
  parse(text: string): T | null;
}

export const projectId = only(isSlug, `a project's id: ${slugRule}`);
export const platformName = only(isPlatformName, platformNameRule);
export const instanceId = only(isInstanceId, "an instance id of 1 to 128 characters");
export const version = only((text) => parseVersion(text) !== null, "a version, such as 2.4.0");
export const versionEntry = only(
  (text) => parseVersionEntry(text) !== null,
  'a version, a family (2.5.*) or comparators (">=2.5.3 <2.5.5")',
);
export const language = only((text) => canonicalLanguage(text) !== null, "a BCP 47 language tag, such as de or pt-BR");
export const oneLine = only((text) => text.trim() !== "" && !/[\r\n]/.test(text), "some text on one line");
export const filePath = only((text) => text !== "" && !text.includes("\0"), "a file, or - for standard input");
export const id = only((text) => /^[!-~]+$/.test(text), "an id, as the list shows it");
export const duration = only((text) => parseDuration(text) !== null, "a duration, such as PT0S, PT12H or P30D");
export const keyText: TextForm<string> = { ...only((text) => text === "-" || isKeyText(text), keyTextRule), secret: true };
export const guard = oneOf(guards);
export const url: TextForm<string> = settings.url.form;
export const token: TextForm<string> = settings.token.form;

/** In UTC. */
export const instant: TextForm<string> = {
  expected: instantRule,
  parse(text) {
    const ms = parseInstant(text);
    return ms === null ? null : printInstant(ms);
  },
};

export function wholeNumber(least: number, most: number): TextForm<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse(text) {
      const number = /^\d{1,16}$/.test(text) ? Number(text) : -1;
      return number >= least && number <= most ? number : null;
    },
  };
}

export function oneOf<W extends string>(words: readonly W[]): TextForm<W> {
  return { expected: listed(words, "or"), parse: (text) => words.find((word) => word === text) ?? null };
}

/** The text as it is, where it passes. */
function only(accepts: (text: string) => boolean, expected: string): TextForm<string> {
  return { expected, parse: (text) => (accepts(text) ? text : null) };
}
