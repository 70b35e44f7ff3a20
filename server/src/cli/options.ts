import { type ApplyOptions, isNotFound } from "drawbridge-client/admin";
import { type GuardCode, guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { canonicalLanguage } from "drawbridge-rules/texts/language.ts";
import { isMap } from "drawbridge-rules/values/fields.ts";
import type { Patch } from "drawbridge-rules/wire/patch.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import {
  flag,
  group,
  list,
  type Option,
  type OptionGroup,
  type OptionWords,
  option,
  type ParsedArguments,
  required,
} from "./arguments.ts";
import { guard, instant, oneLine, projectId, proposalId, reviewHash, type TextForm } from "./text-form.ts";

const projectFlags = "-p, --project <id>";
export const projectOption: Option<string> = {
  ...required(projectFlags, "project id (or DRAWBRIDGE_PROJECT)", projectId),
  orElse: "environment",
};
export const shownProjectOption: Option<string> = {
  ...projectOption,
  meaning: "project id (or DRAWBRIDGE_PROJECT); default: the only project there is",
  orElse: "only",
};
export function optionalProject(meaning: string): Option<string | null> {
  return option(projectFlags, meaning, projectId);
}
/** Null means the installation. */
export const projectOrInstallation = group(
  {
    project: { ...shownProjectOption, read: optionalProject("").read },
    isInstallation: flag("--installation", "about the whole installation instead"),
  },
  ({ project, isInstallation }, args) => {
    if (project !== null && isInstallation) args.problem("--project and --installation cannot be combined: keep one");
    return project;
  },
);
export const dryRunOption = flag("--dry-run", "preview the change without making it");
export const fullOption = flag("--full", "also print the differences by manifest path");
export const yesOption = flag("--yes", "skip the confirmation; required without a terminal");
export const reasonOption: Option<{ readonly reason?: string }> = {
  flags: "--reason <text>",
  meaning: "reason, recorded in the history",
  read: (args) => given({ reason: args.option("reason", oneLine) }),
};
export const localOption = flag("--local", "work on the store in the data directory, while no server uses it");
export const expiresOption = option("--expires <instant>", "when it expires: an instant, or a duration from now", instant);

export interface ReviewedChangeOptions extends ApplyOptions {
  readonly yes: boolean;
  readonly dry_run: boolean;
  readonly full: boolean;
  readonly override: readonly GuardCode[];
  readonly exit_code?: boolean;
}

const overrideOption: OptionWords = {
  flags: "--override <guard>",
  meaning: "override a guard by name; may be repeated, requires --reason",
  choices: guardCodes,
};
export const proposeOption: OptionWords = {
  flags: "--propose [id]",
  meaning: "request the approval of another person; with an id, replace that request",
  takes: (word) => proposalId.parse(word) !== null,
};

export const whenApprovedOption = flag("--publish-when-approved", "request approval, and let the approval publish the change");

export const overrideOptions: OptionGroup<ReturnType<typeof readOverride>> = {
  options: [overrideOption, reasonOption],
  read: readOverride,
};

/** @param source whose JSON has the hash for `--reviewed` */
function changeOptionsOf(source: string, isPreviewed: boolean): OptionGroup<ReviewedChangeOptions> {
  const reviewed = {
    flags: "--reviewed <hash>",
    meaning: `make only the change that was reviewed: \`reviewed\` in ${source} --json`,
  };
  const shared = [yesOption, fullOption, overrideOption, reasonOption, proposeOption, whenApprovedOption, reviewed];
  return { options: isPreviewed ? [dryRunOption, ...shared] : shared, read: readChangeOptions };
}

export const changeOptions = changeOptionsOf("--dry-run", true);
/** For a command with a `--dry-run` of its own. */
export const changeOptionsAlone = changeOptionsOf("--dry-run", false);
export const applyOptions = changeOptionsOf("plan", false);
/** For grants and administrators, which cannot be proposed. */
export const grantOptions: OptionGroup<ReviewedChangeOptions> = {
  options: [dryRunOption, yesOption, fullOption, reasonOption],
  read: readChangeOptions,
};

function readChangeOptions(args: ParsedArguments): ReviewedChangeOptions {
  const override = readOverride(args);
  const propose = readPropose(args, override.override ?? []);
  const reviewed = args.option("reviewed", reviewHash);
  return {
    yes: args.flag("yes"),
    dry_run: args.flag("dry-run"),
    full: args.flag("full"),
    override: [],
    ...override,
    ...given({ reviewed }),
    ...propose,
  };
}

export function readPropose(
  args: ParsedArguments,
  override: readonly GuardCode[],
): Pick<ApplyOptions, "propose" | "publish_when_approved"> {
  const isPublished = args.flag("publish-when-approved");
  const propose = args.optionalValue("propose", proposalId) ?? (isPublished || null);
  if (propose !== null && override.includes("four_eyes"))
    args.problem("--propose and --override four_eyes cannot be combined: keep one");
  return { ...given({ propose }), ...(isPublished ? { publish_when_approved: true } : {}) };
}

function readOverride(args: ParsedArguments): { readonly override?: readonly GuardCode[]; readonly reason?: string } {
  const override = args.list("override", guard);
  const reason = reasonOption.read(args);
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

export function texts(flags: string, meaning: string): Option<LocalizedText | null> {
  const each = list(flags, meaning, languageText);
  return {
    flags,
    meaning,
    read(args) {
      const found = each.read(args);
      const languages = found.map(({ language }) => language);
      for (const language of new Set(languages.filter((each, index) => languages.indexOf(each) < index))) {
        const [name = ""] = flags.split(" ");
        args.problem(`${name} has ${language} more than once: expected one text for each language`);
      }
      return found.length === 0 ? null : Object.fromEntries(found.map(({ language, text }) => [language, text]));
    },
  };
}

/** Lists without an entry are not given. */
export function given<T extends object>(members: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  const isGiven = (value: unknown) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isGiven(value))) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/** Null deletes a member. */
export function mergePatch<T extends object>(members: { readonly [K in keyof T]?: T[K] | null | undefined }): Patch<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Patch<T>;
}

/** The patch applied to nothing. */
export function withoutNulls<T extends object>(patch: Patch<T>): T {
  const members = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([key, value]) => [key, isMap(value) ? withoutNulls(value) : value])) as T;
}

export async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
