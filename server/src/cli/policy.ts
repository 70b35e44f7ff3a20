/** Platforms and their policies. ios and android exist in every project; others are added, never created by another command. */

import { type Etag, isNotFound } from "drawbridge-client/admin";
import type { Merge } from "drawbridge-rules/api/operations.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { ParsedArguments } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import {
  changeOptionWords,
  dryRunOption,
  memberIfSet,
  projectOption,
  type ReviewedChangeOptions,
  readChangeOptions,
  withoutNulls,
} from "./options.ts";
import { table } from "./output.ts";
import { runReviewedChange } from "./review.ts";
import {
  localDate,
  oneLine,
  oneOf,
  platformName,
  projectId,
  type TextForm,
  version,
  versionEntry,
  wallTime,
  zone,
} from "./text-form.ts";

const operand = { name: "PLATFORM", meaning: "name that apps send: web, huawei, …" };

const storeNames = ["android", "apple", "none"] as const;

export const platformAdd = command({
  name: "platform add",
  meaning: "add a platform to a project",
  operands: [operand],
  options: [
    projectOption,
    { flags: "--store <store>", meaning: "link that a blocked app opens: android, apple or none", choices: storeNames },
    { flags: "--store-link <url>", meaning: "the platform's own link; by default the project's for that store" },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    "platform add web --project acme-shop --store none",
    "platform add huawei --project acme-shop --store android --store-link https://appgallery.huawei.com/app/C100000",
  ],
  notes: "Every version may run until a policy is set. ios and android exist in every project.",
  read: (args) => ({ ...readPlatform(args), body: readStore(args), changeOptions: readChangeOptions(args) }),
  run({ project, platform, body, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "platform add",
        subject: project,
        question: () => `Add the platform ${platform} to ${project}?`,
        etag: () => requireNewPlatform(project, platform, context),
        send: (etag, options) => client.putPolicy({ project, platform, body, etag, ...options }),
        changeOptions,
      },
      context,
    );
  },
});

function readPlatform(args: ParsedArguments) {
  return { platform: args.operand("PLATFORM", platformName), project: args.required("project", projectId) };
}

function readStore(args: ParsedArguments) {
  const store = args.required("store", oneOf(storeNames));
  const link = args.option("store-link", oneLine);
  if (link === null) return { store };
  if (store === "none") args.problem("--store none has no link: remove --store-link, or name the store");
  return { store, stores: { [store]: link } };
}

/** @throws conflict */
async function requireNewPlatform(project: string, platform: string, { client, line }: Context): Promise<Etag> {
  const isThere = builtInPlatforms.includes(platform) || (await readPolicy(project, platform, client)) !== null;
  if (!isThere) return null;
  const set = line(`policy set --project ${project} --platform ${platform}`);
  throw new DrawbridgeError("conflict", `Project ${project} already has the platform ${platform}. To edit it: ${set} …`);
}

export const platformDelete = command({
  name: "platform delete",
  meaning: "delete a platform and its policy",
  operands: [operand],
  options: [projectOption, dryRunOption, ...changeOptionWords],
  examples: ["platform delete web --project acme-shop"],
  notes: "Of ios or android, only the policy is deleted: every version may run. Apps on any other platform get 400.",
  read: (args) => ({ ...readPlatform(args), changeOptions: readChangeOptions(args) }),
  run({ project, platform, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "platform delete",
        subject: project,
        question: () => `Delete the ${builtInPlatforms.includes(platform) ? "policy of" : "platform"} ${platform} in ${project}?`,
        etag: async () => {
          const policy = await findPolicy(project, platform, context);
          return policy === null ? noPolicy(project, platform) : policy.etag;
        },
        send: (etag, options) => client.deletePolicy({ project, platform, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});

/** @throws not_found */
function noPolicy(project: string, platform: string): never {
  throw new DrawbridgeError("not_found", `${platform} has no policy in ${project}: every version may run.`);
}

/** The platform's policy; null: ios or android without one. @throws not_found: names the platforms of the project */
async function findPolicy(project: string, platform: string, { client, line }: Context): Promise<Policy | null> {
  const found = await readPolicy(project, platform, client);
  if (found !== null || builtInPlatforms.includes(platform)) return found;
  const added = (await client.listAll("listPolicies", { project })).map(({ id }) => id);
  const known = [...new Set([...builtInPlatforms, ...added])].sort();
  const nearest = nearestName(platform, known);
  const advice = [
    ...(nearest === "" ? [] : [`Did you mean ${nearest}?`]),
    `To add one: ${line(`platform add ${platform} --project ${project} --store STORE`)}`,
  ];
  throw new DrawbridgeError(
    "not_found",
    `Project ${project} has no platform ${platform}; it has ${listed(known, "and")}. ${advice.join(" ")}`,
  );
}

async function readPolicy(project: string, platform: string, client: Context["client"]) {
  try {
    return await client.getPolicy({ project, platform });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

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
    patch: readStep(args),
    changeOptions: readChangeOptions(args),
  }),
  run: ({ project, platform, patch, changeOptions }, context) =>
    changePolicy({ command: "policy step", project, platform, patchFor: () => patch }, changeOptions, context),
});

function readStep(args: ParsedArguments): PolicyPatch {
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

/** A merge patch: null deletes a member, also one of the step. */
type PolicyPatch = Omit<Merge<PolicyForm>, "step"> & { readonly step?: Merge<NonNullable<PolicyForm["step"]>> | null };

interface PolicyChange {
  /** As typed, for hints. */
  readonly command: string;
  readonly project: string;
  readonly platform: string;
  /** @param present null: ios or android without a policy yet */
  readonly patchFor: (present: Policy | null) => PolicyPatch;
}

async function changePolicy(
  { command, project, platform, patchFor }: PolicyChange,
  changeOptions: ReviewedChangeOptions,
  context: Context,
): Promise<number> {
  const { client } = context;
  let body: PolicyPatch = {};
  return runReviewedChange(
    {
      command,
      subject: project,
      question: (changes) => `Apply ${changes}?`,
      etag: async () => {
        const found = await findPolicy(project, platform, context);
        body = patchFor(found);
        return found?.etag ?? null;
      },
      send: (etag, options) =>
        etag === null
          ? client.putPolicy({ project, platform, body: withoutNulls(body as Merge<PolicyForm>), etag: null, ...options })
          : client.patchPolicy({ project, platform, body: body as Merge<PolicyForm>, etag, ...options }),
      changeOptions,
    },
    context,
  );
}
