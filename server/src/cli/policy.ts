import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { table } from "./output.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { memberIfSet } from "./patch.ts";
import { findPolicy, noPolicy, storeNames } from "./platform.ts";
import { changePolicy, type PolicyPatch } from "./policy-change.ts";
import { stepText } from "./policy-step.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { oneOf, platformName, projectId, type TextForm, version, versionEntry } from "./text-form.ts";

export const policyShow = command({
  name: "policy show",
  meaning: "show which app versions may run",
  options: [projectOption, { flags: "--platform <name>", meaning: "filter by platform" }],
  examples: ["policy show --project acme-shop"],
  read: (args) => ({ project: args.required("project", projectId), platform: args.option("platform", platformName) }),
  async run({ project, platform }, context) {
    const { client, output } = context;
    const policies =
      platform === null
        ? await client.listAll("listPolicies", { project })
        : [(await findPolicy(project, platform, context)) ?? noPolicy(project, platform)];
    output.answer({ policies }, () =>
      policies.length === 0
        ? [`${project} has no policies: every version on ios and android may run.`]
        : policyTable(policies, output.columns),
    );
  },
});

export function policyTable(policies: readonly Policy[], columns: number | null): string[] {
  if (policies.length === 0) return [];
  const hasStep = policies.some(({ step }) => step !== undefined);
  return table(
    ["PLATFORM", "MINIMUM", "RECOMMENDED", "BLOCKED", "EXEMPT", ...(hasStep ? ["STEP"] : [])],
    policies.map(({ id, minimum = "-", recommended = "-", blocked = [], exempt = [], step }) => [
      id,
      minimum,
      recommended,
      blocked.join(", ") || "-",
      exempt.join(", ") || "-",
      ...(hasStep ? [step ? stepText(step) : "-"] : []),
    ]),
    columns,
  );
}

export const policySet = command({
  name: "policy set",
  meaning: "change which app versions may run",
  options: [
    projectOption,
    { flags: "--platform <name>", meaning: "a platform of the project, ios or android" },
    { flags: "--minimum <version>", meaning: "force versions below this one to update" },
    { flags: "--no-minimum", meaning: "remove the minimum" },
    { flags: "--recommended <version>", meaning: "recommend an update to versions below this one" },
    { flags: "--no-recommended", meaning: "remove the recommendation" },
    { flags: "--blocked <versions>", meaning: "replace the list of blocked versions; may be repeated" },
    { flags: "--no-blocked", meaning: "clear the list of blocked versions" },
    { flags: "--block <versions>", meaning: "add to the blocked versions; may be repeated" },
    { flags: "--unblock <versions>", meaning: "remove from the blocked versions; may be repeated" },
    { flags: "--exempt <versions>", meaning: "replace the list of versions that are never forced; may be repeated" },
    { flags: "--no-exempt", meaning: "clear the list of exempt versions" },
    {
      flags: "--store <store>",
      meaning: "link that a blocked app opens: android, apple or none",
      choices: storeNames,
    },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    "policy set --project acme-shop --platform ios --minimum 2.4.0",
    'policy set --project acme-shop --platform android --block 2.5.1 --block ">=2.6.0 <2.6.3" --reason "loses orders"',
  ],
  notes: "Options not passed stay as they are. Shows the changes and asks for confirmation.",
  read: (args) => ({
    project: args.required("project", projectId),
    platform: args.required("platform", platformName),
    ...readChange(args),
    changeOptions: readChangeOptions(args),
  }),
  run: ({ project, platform, patch, blocks, changeOptions }, context) =>
    changePolicy(
      { command: "policy set", project, platform, patchFor: (present) => withBlocks(patch, blocks, present?.blocked ?? []) },
      changeOptions,
      context,
    ),
});

/** Entries to add to and remove from the current list of blocked versions. */
interface Blocks {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const entry = versionEntry as TextForm<string>;

function hasAny({ added, removed }: Blocks): boolean {
  return added.length + removed.length > 0;
}

/** Each option is read once, so that its problems are reported once. */
function readChange(args: ParsedArguments): { readonly blocks: Blocks; readonly patch: PolicyPatch } {
  const patch = readPatch(args);
  const blocks = { added: args.list("block", entry), removed: args.list("unblock", entry) };
  if (patch.blocked !== undefined && hasAny(blocks)) {
    args.problem("--blocked replaces the list: remove it, or --block and --unblock");
  }
  if (Object.keys(patch).length === 0 && !hasAny(blocks) && !args.hasProblems) {
    args.problem("expected something to change: --minimum, --recommended, --block, --exempt, or --no-… of one of them");
  }
  return { blocks, patch };
}

function readPatch(args: ParsedArguments): PolicyPatch {
  return {
    ...text(args, "minimum"),
    ...text(args, "recommended"),
    ...list(args, "blocked"),
    ...list(args, "exempt"),
    ...memberIfSet("store", args.option("store", oneOf(storeNames))),
  };
}

function text(args: ParsedArguments, name: "minimum" | "recommended"): PolicyPatch {
  return args.isTakenAway(name) ? { [name]: null } : memberIfSet(name, args.option(name, version));
}

function list(args: ParsedArguments, name: "blocked" | "exempt"): PolicyPatch {
  if (args.isTakenAway(name)) return { [name]: null };
  const entries = args.list(name, entry);
  return entries.length > 0 ? { [name]: entries } : {};
}

function withBlocks(patch: PolicyPatch, { added, removed }: Blocks, present: readonly string[]): PolicyPatch {
  if (added.length + removed.length === 0) return patch;
  const kept = present.filter((entry) => !removed.includes(entry));
  return { ...patch, blocked: [...kept, ...added.filter((entry) => !kept.includes(entry))] };
}
