/** What the command line says about how to change something, in the same words for every change. */

import type { ApplyOptions } from "drawbridge-client/admin";
import type { Guard } from "drawbridge-rules/changes/refusal.ts";
import type { OptionWords } from "./command-words.ts";
import type { Given } from "./given.ts";
import { readReason, reasonOption, yesOption } from "./shared-options.ts";
import { guard, proposalId, reviewHash } from "./text-form.ts";

export interface Wishes extends ApplyOptions {
  readonly yes: boolean;
  readonly dry_run: boolean;
  readonly override: readonly Guard[];
}

export const overrideOption: OptionWords = {
  flags: "--override <guard>",
  meaning: "pass a guard by its name; may be repeated, needs --reason",
};
export const proposeOption: OptionWords = {
  flags: "--propose [id]",
  meaning: "do not make the change: propose it, for another person to approve; with an id, in place of that proposal's",
  takes: (word) => proposalId.parse(word) !== null,
};
const reviewedOption: OptionWords = {
  flags: "--reviewed <hash>",
  meaning: "only what was looked at: the member reviewed of --dry-run --json",
};

/** Of what is in no proposal: members, administrators. */
export const grantWishOptions: readonly OptionWords[] = [yesOption, reasonOption];

export const wishOptions: readonly OptionWords[] = [yesOption, overrideOption, reasonOption, proposeOption, reviewedOption];

/** Reads all of these options, also for a command that has not all of them. */
export function readWishes(given: Given): Wishes {
  const override = readOverride(given);
  const propose = readPropose(given, override.override ?? []);
  const reviewed = given.option("reviewed", reviewHash);
  return {
    yes: given.flag("yes"),
    dry_run: given.flag("dry-run"),
    override: [],
    ...override,
    ...(reviewed === null ? {} : { reviewed }),
    ...propose,
  };
}

export function readPropose(given: Given, override: readonly Guard[]): { readonly propose?: true | string } {
  const propose = given.optionalValue("propose", proposalId);
  if (propose !== null && override.includes("four_eyes"))
    given.problem("--propose is what four_eyes asks for, and --override four_eyes does without: keep one");
  return propose === null ? {} : { propose };
}

/** Guards to pass, and why. */
export function readOverride(given: Given): { readonly override?: readonly Guard[]; readonly reason?: string } {
  const override = given.list("override", guard);
  const reason = readReason(given);
  if (override.length > 0 && reason.reason === undefined) given.problem("--reason is missing: who overrides a guard says why");
  return { ...(override.length > 0 ? { override } : {}), ...reason };
}
