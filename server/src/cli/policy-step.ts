/** The dated step of a policy: from an instant on, other versions apply. */
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { changePolicy, type PolicyPatch } from "./policy-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { platformName, projectId, version, wallTime, zone } from "./text-form.ts";

export const policyStep = command({
  name: "policy step",
  meaning: "plan a change of the minimum or the recommended version",
  options: [
    projectOption,
    { flags: "--platform <name>", meaning: "a platform of the project, ios or android" },
    { flags: "--at <time>", meaning: "local time in --zone: 2027-03-01T09:00; replaces the step" },
    { flags: "--zone <zone>", meaning: "time zone: Europe/Rome; UTC by default" },
    { flags: "--minimum <version>", meaning: "minimum from then on" },
    { flags: "--recommended <version>", meaning: "recommended version from then on" },
    { flags: "--remove", meaning: "remove the step" },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    "policy step --project acme-shop --platform ios --at 2027-03-01T09:00 --zone Europe/Rome --minimum 2.6.0",
    "policy step --project acme-shop --platform ios --remove",
  ],
  notes:
    "A policy has one step. It takes place at its time: move it with another --at, or remove it. Shows the changes and asks.",
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
  const isRemoved = args.flag("remove");
  const isOfNew = inZone !== null || minimum !== null || recommended !== null;
  if (args.hasProblems) return {};
  if (isRemoved && at !== null) args.problem("--remove removes the step: leave out --at");
  else if (isOfNew && at === null) args.problem("--zone, --minimum and --recommended describe a new step: add --at");
  else if (at !== null && minimum === null && recommended === null)
    args.problem("--at requires --minimum, --recommended or both");
  else if (at === null && !isRemoved) args.problem("expected something to change: --at or --remove");
  // All members, so that none of an earlier step stays.
  return { step: isRemoved || at === null ? null : { at, zone: inZone, minimum, recommended } };
}

/** `2027-03-01T09:00 Europe/Rome: minimum 2.6.0` */
export function stepText({ at, zone = "UTC", minimum, recommended }: NonNullable<Policy["step"]>): string {
  const versions = [minimum && `minimum ${minimum}`, recommended && `recommended ${recommended}`].filter(Boolean);
  return `${at} ${zone}: ${versions.join(", ")}`;
}
