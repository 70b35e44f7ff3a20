/** Releases that a policy declares. */
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { memberIfSet } from "./patch.ts";
import { changePolicy, type PolicyPatch } from "./policy-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { localDate, oneLine, platformName, projectId, version } from "./text-form.ts";

type Release = NonNullable<Policy["releases"]>[number];

export const policyRelease = command({
  name: "policy release",
  meaning: "declare a released version that users can update to",
  options: [
    projectOption,
    { flags: "--platform <name>", meaning: "a platform of the project, ios or android" },
    { flags: "--version <version>", meaning: "version as the store has it" },
    { flags: "--date <date>", meaning: "date of the release: 2026-11-16" },
    { flags: "--notes <text>", meaning: "what is new, on one line" },
    { flags: "--remove", meaning: "remove the version from the releases" },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: ["policy release --project acme-shop --platform ios --version 2.6.0 --date 2026-11-16"],
  notes: "Declares the version, or changes its date and notes. Shows the changes and asks for confirmation.",
  read: (args) => ({
    project: args.required("project", projectId),
    platform: args.required("platform", platformName),
    release: {
      version: args.required("version", version),
      ...memberIfSet("date", args.option("date", localDate)),
      ...memberIfSet("notes", args.option("notes", oneLine)),
    },
    isRemoved: args.flag("remove"),
    changeOptions: readChangeOptions(args),
  }),
  run: ({ project, platform, release, isRemoved, changeOptions }, context) =>
    changePolicy(
      {
        command: "policy release",
        project,
        platform,
        patchFor: (present) => releasesPatch(present?.releases ?? [], release, isRemoved),
      },
      changeOptions,
      context,
    ),
});

function releasesPatch(present: readonly Release[], release: Release, isRemoved: boolean): PolicyPatch {
  const others = present.filter(({ version }) => version !== release.version);
  if (isRemoved) return { releases: others.length === 0 ? null : others };
  const known = present.find(({ version }) => version === release.version);
  return { releases: [...others, { ...known, ...release }] };
}
