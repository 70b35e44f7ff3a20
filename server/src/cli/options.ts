/** Options that several commands have, in the same words. */

import { type ApplyOptions, type Etag, isNotFound } from "drawbridge-client/admin";
import type { Merge } from "drawbridge-rules/api/operations.ts";
import { type Guard, guards } from "drawbridge-rules/changes/refusal.ts";
import { canonicalLanguage } from "drawbridge-rules/texts/language.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { OptionWords, ParsedArguments } from "./arguments.ts";
import { guard, oneLine, proposalId, reviewHash, type TextForm } from "./text-form.ts";

export const projectOption: OptionWords = { flags: "--project <id>", meaning: "the project's id" };
export const dryRunOption: OptionWords = { flags: "--dry-run", meaning: "preview the change without making it" };
export const yesOption: OptionWords = { flags: "--yes", meaning: "skip the confirmation; required without a terminal" };
export const reasonOption: OptionWords = { flags: "--reason <text>", meaning: "reason, recorded in the history" };

export const localOption: OptionWords = {
  flags: "--local",
  meaning: "work on the store in the data directory, while no server uses it",
};

/** When a key or token ends. */
export const expiresOption: OptionWords = {
  flags: "--expires <instant>",
  meaning: "when it expires: an instant, or a duration from now",
};

/** Why, as an option of a request; nothing where none is given. */
export function readReason(args: ParsedArguments): { readonly reason?: string } {
  const reason = args.option("reason", oneLine);
  return reason === null ? {} : { reason };
}

export interface ReviewedChangeOptions extends ApplyOptions {
  readonly yes: boolean;
  readonly dry_run: boolean;
  readonly override: readonly Guard[];
}

export const overrideOption: OptionWords = {
  flags: "--override <guard>",
  meaning: "override a guard by name; may be repeated, requires --reason",
  choices: guards,
};
export const proposeOption: OptionWords = {
  flags: "--propose [id]",
  meaning: "propose the change for another person to approve; with an id, replace that proposal",
  takes: (word) => proposalId.parse(word) !== null,
};
/** @param source whose JSON has the hash */
export function reviewedOption(source: string): OptionWords {
  return { flags: "--reviewed <hash>", meaning: `make only the change that was reviewed: \`reviewed\` in ${source} --json` };
}

/** Options for grants and administrators, which cannot be proposed. */
export const grantOptionWords: readonly OptionWords[] = [yesOption, reasonOption];

export const unreviewedOptions: readonly OptionWords[] = [yesOption, overrideOption, reasonOption, proposeOption];

export const changeOptionWords: readonly OptionWords[] = [...unreviewedOptions, reviewedOption("--dry-run")];

/** Reads all of these options, also for a command that has not all of them. */
export function readChangeOptions(args: ParsedArguments): ReviewedChangeOptions {
  const override = readOverride(args);
  const propose = readPropose(args, override.override ?? []);
  const reviewed = args.option("reviewed", reviewHash);
  return {
    yes: args.flag("yes"),
    dry_run: args.flag("dry-run"),
    override: [],
    ...override,
    ...(reviewed === null ? {} : { reviewed }),
    ...propose,
  };
}

export function readPropose(args: ParsedArguments, override: readonly Guard[]): { readonly propose?: true | string } {
  const propose = args.optionalValue("propose", proposalId);
  if (propose !== null && override.includes("four_eyes"))
    args.problem("--propose and --override four_eyes cannot be combined: keep one");
  return propose === null ? {} : { propose };
}

/** Guards to pass, and why. */
export function readOverride(args: ParsedArguments): { readonly override?: readonly Guard[]; readonly reason?: string } {
  const override = args.list("override", guard);
  const reason = readReason(args);
  if (override.length > 0 && reason.reason === undefined) args.problem("--reason is required with --override");
  return { ...(override.length > 0 ? { override } : {}), ...reason };
}

interface Text {
  readonly language: string;
  readonly text: string;
}

const languageText: TextForm<Text> = {
  expected: "a language and its text, such as en=Back soon",
  parse(text) {
    const end = text.indexOf("=");
    const language = end < 0 ? null : canonicalLanguage(text.slice(0, end));
    return language === null || text.slice(end + 1).trim() === "" ? null : { language, text: text.slice(end + 1) };
  },
};

/** Null where there is none. */
export function readTexts(args: ParsedArguments, option: string): LocalizedText | null {
  const texts = args.list(option, languageText);
  const languages = texts.map(({ language }) => language);
  for (const language of new Set(languages.filter((each, index) => languages.indexOf(each) < index))) {
    args.problem(`--${option} has ${language} more than once: expected one text for each language`);
  }
  return texts.length === 0 ? null : Object.fromEntries(texts.map(({ language, text }) => [language, text]));
}

export function memberIfSet<K extends string, T>(name: K, value: T | null): { readonly [P in K]?: T } {
  return value === null ? {} : ({ [name]: value } as { [P in K]: T });
}

/** @param members all of them, so that a member without an option does not compile; undefined: no option names it */
export function mergePatch<T extends object>(members: { readonly [K in keyof T]-?: T[K] | null | undefined }): Merge<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Merge<T>;
}

/** The patch applied to nothing. */
export function withoutNulls<T extends object>(patch: Merge<T>): T {
  const members = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([key, value]) => [key, isMap(value) ? withoutNulls(value) : value])) as T;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Precondition of an edit: the ETag, or that the resource does not exist yet. */
export async function readEtag(read: () => Promise<{ readonly etag: string }>): Promise<Etag> {
  try {
    return (await read()).etag;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
