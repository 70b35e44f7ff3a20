/** Options that every change shares, in the same words. */

import type { ApplyOptions } from "drawbridge-client/admin";
import { type Guard, guards } from "drawbridge-rules/changes/refusal.ts";
import type { OptionWords } from "./command-words.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { readReason, reasonOption, yesOption } from "./shared-options.ts";
import { guard, proposalId, reviewHash } from "./text-form.ts";

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
