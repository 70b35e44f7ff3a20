/** The dated step of a policy: from an instant on, other versions apply. */
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { changePolicy, type PolicyPatch } from "./policy-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { platformName, projectId, version, wallTime, wholeNumber, zone } from "./text-form.ts";

export const policyStep = command({
  name: "policy step",
  meaning: "plan a change of the minimum or the recommended version",
  options: [
    projectOption,
    { flags: "--platform <name>", meaning: "ios, android or a custom platform of the project" },
    { flags: "--at <time>", meaning: "local time in --zone: 2027-03-01T09:00; replaces the step" },
    { flags: "--zone <zone>", meaning: "time zone: Europe/Rome; UTC by default" },
    { flags: "--minimum <version>", meaning: "minimum from then on" },
    { flags: "--recommended <version>", meaning: "recommended version from then on" },
    { flags: "--limit <percent>", meaning: "share of requests that the step may newly force; by default the project's limit" },
    { flags: "--hold", meaning: "hold the step" },
    { flags: "--resume", meaning: "let a held step take place; immediately if its time has passed" },
    { flags: "--remove", meaning: "remove the step" },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    "policy step --project acme-shop --platform ios --at 2027-03-01T09:00 --zone Europe/Rome --minimum 2.6.0",
    "policy step --project acme-shop --platform ios --resume",
  ],
  notes:
    "A policy has one step. The server holds it if it would newly force more requests than the limit. Shows the changes and asks.",
  read: (args) => ({
    project: args.required("project", projectId),
    platform: args.required("platform", platformName),
    patch: readPatch(args),
    changeOptions: readChangeOptions(args),
  }),
  run: ({ project, platform, patch, changeOptions }, context) =>
    changePolicy({ command: "policy step", project, platform, patchFor: () => patch }, changeOptions, context),
});

function readPatch(args: ParsedArguments): PolicyPatch {
  const [at, inZone] = [args.option("at", wallTime), args.option("zone", zone)];
  const [minimum, recommended] = [args.option("minimum", version), args.option("recommended", version)];
  const limit = args.option("limit", wholeNumber(0, 100));
  const [isHeld, isResumed, isRemoved] = [args.flag("hold"), args.flag("resume"), args.flag("remove")];
  const isOfNew = inZone !== null || minimum !== null || recommended !== null;
  if (args.hasProblems) return {};
  if ([isHeld, isResumed, isRemoved].filter(Boolean).length > 1) args.problem("--hold, --resume and --remove cannot be combined");
  else if (isRemoved && (at !== null || limit !== null)) args.problem("--remove removes the step: leave out --at and --limit");
  else if (isOfNew && at === null) args.problem("--zone, --minimum and --recommended describe a new step: add --at");
  else if (at !== null && minimum === null && recommended === null)
    args.problem("--at requires --minimum, --recommended or both");
  else if (at === null && limit === null && !isHeld && !isResumed && !isRemoved)
    args.problem("expected something to change: --at, --limit, --hold, --resume or --remove");
  if (isRemoved) return { step: null };
  const held = isHeld ? { held: true } : isResumed || at !== null ? { held: null } : {};
  if (at === null) return { step: { ...(limit === null ? {} : { limit }), ...held } };
  // All members, so that none of an earlier step stays.
  return { step: { at, zone: inZone, minimum, recommended, limit, ...held } };
}

/** `2027-03-01T09:00 Europe/Rome: minimum 2.6.0` */
export function stepText({ at, zone = "UTC", minimum, recommended, held }: NonNullable<Policy["step"]>): string {
  const versions = [minimum && `minimum ${minimum}`, recommended && `recommended ${recommended}`].filter(Boolean);
  return `${at} ${zone}: ${versions.join(", ")}${held ? " (held)" : ""}`;
}
