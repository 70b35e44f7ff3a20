/** ios and android exist in every project; only `platform add` creates others. */
import { describeForcingRule } from "drawbridge-rules/describe/mark.ts";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { allPlatforms, builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { spellEntry } from "drawbridge-rules/versions/version-entry.ts";
import type { Patch } from "drawbridge-rules/wire/patch.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { flag, list, operand, option, removable, required, type Values } from "./arguments.ts";
import type { Context } from "./command.ts";
import { messageOptions, withoutOthers } from "./message-options.ts";
import { given, ifThere, mergePatch, projectOption, shownProjectOption, withoutNulls } from "./options.ts";
import { type Columns, printable } from "./output.ts";
import { listCommand, reviewedCommand } from "./resource-commands.ts";
import { changeOf, type SendOptions } from "./review.ts";
import { localDate, oneLine, oneOf, os, platformName, version, versionEntry, wallTime, zone } from "./text-form.ts";

const platform = operand("PLATFORM", "name that apps send: web, huawei, …", platformName);
const platformOption = required("--platform <name>", "a platform of the project, ios or android", platformName);
const nameOption = option("--name <text>", "display name", oneLine);
const [storeFlags, storeMeaning] = ["--store <store>", "link that a blocked app opens: android, apple or none"] as const;
const storeNames = oneOf(["android", "apple", "none"] as const);

const platformAdd = reviewedCommand({
  name: "platform add",
  meaning: "add a platform to a project",
  args: {
    platform,
    project: projectOption,
    name: nameOption,
    store: required(storeFlags, storeMeaning, storeNames),
    link: option("--store-link <url>", "the platform's own link; by default the project's for that store", oneLine),
  },
  examples: [
    "platform add web --project acme-shop --store none",
    "platform add huawei --project acme-shop --store android --store-link https://appgallery.huawei.com/app/C100000",
  ],
  notes: "Every version may run until a policy is set. ios and android exist in every project.",
  check({ store, link }, args) {
    if (store === "none" && link !== null) args.problem("--store none has no link: remove --store-link, or name the store");
  },
  plan: ({ platform, project, name, store, link }, context) => ({
    subject: project,
    question: () => `Add the platform ${platform} to ${project}?`,
    present: () => requireNewPlatform(project, platform, context),
    send: (_, options) =>
      context.client.putPlatform({
        project,
        platform,
        body: { ...given({ name }), store, ...(link === null ? {} : { stores: { [store]: link } }) },
        ...options,
      }),
  }),
});

/** @throws conflict */
async function requireNewPlatform(project: string, platform: string, { client, line }: Context): Promise<null> {
  const isThere = builtInPlatforms.includes(platform) || (await ifThere(client.getPlatform({ project, platform }))) !== null;
  if (!isThere) return null;
  const set = line(`policy set --project ${project} --platform ${platform}`);
  throw new DrawbridgeError("conflict", `Project ${project} already has the platform ${platform}. To edit it: ${set} …`);
}

const platformSet = reviewedCommand({
  name: "platform set",
  meaning: "change the display name of a platform",
  args: {
    platform: operand("PLATFORM", "a platform of the project, ios or android", platformName),
    project: projectOption,
    name: removable(nameOption, "use the usual name, or the id"),
  },
  examples: ['platform set web --project acme-shop --name "Web app"'],
  notes: "Everything else of a platform is edited by policy set.",
  check({ name }, args) {
    if (name === undefined && !args.hasProblems) args.problem("expected --name or --no-name");
  },
  plan: ({ name, ...place }, context) => policyPlan(place, context, () => mergePatch({ name })),
});

const platformDelete = reviewedCommand({
  name: "platform delete",
  meaning: "delete a platform and its policy",
  args: { platform, project: projectOption },
  examples: ["platform delete web --project acme-shop"],
  notes: "Of ios or android, only the policy is deleted: every version may run. Apps on any other platform get 400.",
  plan: ({ platform, project }, context) =>
    changeOf({
      subject: project,
      question: () => `Delete the ${builtInPlatforms.includes(platform) ? "policy of" : "platform"} ${platform} in ${project}?`,
      present: async () => (await findPolicy(project, platform, context)) ?? noPolicy(project, platform),
      send: (_, options) => context.client.deletePlatform({ project, platform, ...options }),
    }),
});

/** @throws not_found */
function noPolicy(project: string, platform: string): never {
  throw new DrawbridgeError("not_found", `${platform} has no policy in ${project}: every version may run.`);
}

/** Null means ios or android without a policy. @throws not_found */
async function findPolicy(project: string, platform: string, { client, line }: Context): Promise<Platform | null> {
  const found = await ifThere(client.getPlatform({ project, platform }));
  if (found !== null || builtInPlatforms.includes(platform)) return found;
  const added = (await client.listAll("listPlatforms", { project })).map(({ id }) => id);
  const known = [...allPlatforms(added)].sort();
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

const policyShow = listCommand({
  name: "policy show",
  meaning: "show which app versions may run",
  args: { project: shownProjectOption, platform: option("--platform <name>", "filter by platform", platformName) },
  examples: ["policy show --project acme-shop"],
  member: "platforms",
  find: async ({ project, platform }, context) =>
    platform === null
      ? context.client.listAll("listPlatforms", { project })
      : [(await findPolicy(project, platform, context)) ?? noPolicy(project, platform)],
  none: ({ project }) => `${project} has no policies: every version on ios and android may run.`,
  columns: policyColumns,
  below: forcingLines,
});

/** `iOS: below 2.4.0 since Thu 12 Nov 10:22, by Ada: loses orders (revision 41)` */
function forcingLines(policies: readonly Platform[], { io }: Context): string[] {
  const names = namesIn({});
  const lines = policies.flatMap(({ id, name = names.platform(id), forced_by }) =>
    forced_by.map((rule) => {
      const said = describeForcingRule(rule, { zone: io.zone, now: io.now() });
      return printable(`${name}: ${said} (revision ${rule.revision})`);
    }),
  );
  return lines.length === 0 ? [] : ["", ...lines];
}

export function policyColumns(policies: readonly Platform[]): Columns<Platform> {
  const hasStep = policies.some(({ step }) => step !== undefined);
  return [
    ["PLATFORM", ({ id, name }) => (name === undefined ? id : `${name} (${id})`)],
    ["MINIMUM", ({ minimum = "-" }) => minimum],
    ["RECOMMENDED", ({ recommended = "-" }) => recommended],
    ["BLOCKED", ({ blocked = [] }) => blocked.join(", ") || "-"],
    ["EXEMPT", ({ exempt = [] }) => exempt.join(", ") || "-"],
    ...(hasStep ? [["STEP", ({ step }: Platform) => (step ? stepText(step) : "-")] as const] : []),
  ];
}

/** `2027-03-01T09:00 Europe/Rome: minimum 2.6.0` */
function stepText({ at, zone = "UTC", minimum, recommended }: NonNullable<Platform["step"]>): string {
  const versions = [minimum && `minimum ${minimum}`, recommended && `recommended ${recommended}`].filter(Boolean);
  return `${at} ${zone}: ${versions.join(", ")}`;
}

const placeOptions = { project: projectOption, platform: platformOption };

function policyPlan(
  { project, platform }: Values<typeof placeOptions>,
  context: Context,
  patchFor: (present: Platform | null) => Patch<PlatformForm>,
) {
  const { client } = context;
  return {
    subject: project,
    present: () => findPolicy(project, platform, context),
    send: (present: Platform | null, { etag, ...options }: SendOptions<string | null>) => {
      const body = patchFor(present);
      return etag === null
        ? client.putPlatform({ project, platform, body: withoutNulls<PlatformForm>(body), etag, ...options })
        : client.patchPlatform({ project, platform, body, etag, ...options });
    },
  };
}

const policySet = reviewedCommand({
  name: "policy set",
  meaning: "change which app versions may run",
  args: {
    ...placeOptions,
    minimum: removable(option("--minimum <version>", "force versions below this one to update", version), "remove the minimum"),
    recommended: removable(
      option("--recommended <version>", "recommend an update to versions below this one", version),
      "remove the recommendation",
    ),
    blocked: removable(
      list("--blocked <versions>", "replace the list of blocked versions; may be repeated", versionEntry),
      "clear the list of blocked versions",
    ),
    added: list("--block <versions>", "add to the blocked versions; may be repeated", versionEntry),
    removed: list("--unblock <versions>", "remove from the blocked versions; may be repeated", versionEntry),
    exempt: removable(
      list("--exempt <versions>", "replace the list of versions that are never forced; may be repeated", versionEntry),
      "clear the list of exempt versions",
    ),
    store: option(storeFlags, storeMeaning, storeNames),
    messages: messageOptions("show the project's message"),
  },
  examples: [
    "policy set --project acme-shop --platform ios --minimum 2.4.0",
    'policy set --project acme-shop --platform android --block 2.5.1 --block ">=2.6.0 <2.6.3" --reason "loses orders"',
    'policy set --project acme-shop --platform huawei --minimum 2.6.0 --message-upgrade "en=Please update in AppGallery."',
  ],
  notes: "Options not passed stay as they are. Shows the changes and asks for confirmation.",
  check({ minimum, recommended, blocked, added, removed, exempt, store, messages }, args) {
    const isEdit = added.length + removed.length > 0;
    const isText = Object.keys(messages).length > 0;
    if (blocked !== undefined && isEdit) args.problem("--blocked replaces the list: remove it, or --block and --unblock");
    const isNothing = [minimum, recommended, blocked, exempt, store ?? undefined].every((value) => value === undefined);
    if (isNothing && !isEdit && !isText && !args.hasProblems)
      args.problem(
        "expected something to change: --minimum, --recommended, --block, --exempt, --message-…, or --no-… of one of them",
      );
  },
  plan: ({ minimum, recommended, blocked, added, removed, exempt, store, messages, ...place }, context) => {
    const said = new Set<string>();
    return policyPlan(place, context, (present) => {
      const patch: Patch<PlatformForm> = withoutOthers<PlatformForm>(
        mergePatch({
          minimum,
          recommended,
          blocked,
          exempt,
          store: store ?? undefined,
          ...(Object.keys(messages).length > 0 ? { messages } : {}),
        }),
        present ?? {},
      );
      if (added.length + removed.length === 0) return patch;
      const before = present?.blocked ?? [];
      for (const entry of removed) {
        if (said.has(entry) || includesEntry(before, entry)) continue;
        said.add(entry);
        context.io.err(`${entry} is not blocked on ${place.platform}.\n`);
      }
      const kept = before.filter((entry) => !includesEntry(removed, entry));
      return { ...patch, blocked: [...kept, ...added.filter((entry) => !includesEntry(kept, entry))] };
    });
  },
});

/** 2.5 and 2.5.0 are one version. */
function includesEntry(entries: readonly string[], entry: string): boolean {
  const bare = (text: string) => (spellEntry(text) ?? text).replace(/(?:\.0)+(?![.\w*])/g, "");
  return entries.some((each) => bare(each) === bare(entry));
}

const policyStep = reviewedCommand({
  name: "policy step",
  meaning: "plan a change of the minimum or the recommended version",
  args: {
    ...placeOptions,
    at: option("--at <time>", "local time in --zone: 2027-03-01T09:00; replaces the step", wallTime),
    zone: option("--zone <zone>", "time zone: Europe/Rome; UTC by default", zone),
    minimum: option("--minimum <version>", "minimum from then on", version),
    recommended: option("--recommended <version>", "recommended version from then on", version),
    isRemoved: flag("--remove", "remove the step"),
  },
  examples: [
    "policy step --project acme-shop --platform ios --at 2027-03-01T09:00 --zone Europe/Rome --minimum 2.6.0",
    "policy step --project acme-shop --platform ios --remove",
  ],
  notes:
    "A policy has one step. It takes place at its time: move it with another --at, or remove it. Shows the changes and asks.",
  check({ at, zone, minimum, recommended, isRemoved }, args) {
    const isOfNew = zone !== null || minimum !== null || recommended !== null;
    if (args.hasProblems) return;
    if (isRemoved && at !== null) args.problem("--remove removes the step: leave out --at");
    else if (isOfNew && at === null) args.problem("--zone, --minimum and --recommended describe a new step: add --at");
    else if (at !== null && minimum === null && recommended === null)
      args.problem("--at requires --minimum, --recommended or both");
    else if (at === null && !isRemoved) args.problem("expected something to change: --at or --remove");
  },
  // All members, so that none of an earlier step stays.
  plan: ({ at, zone, minimum, recommended, ...place }, context) =>
    policyPlan(place, context, () => ({ step: at === null ? null : { at, zone, minimum, recommended } })),
});

const policyRelease = reviewedCommand({
  name: "policy release",
  meaning: "declare a released version that users can update to",
  args: {
    ...placeOptions,
    version: required("--version <version>", "version as the store has it", version),
    date: option("--date <date>", "date of the release: 2026-11-16", localDate),
    notes: option("--notes <text>", "what is new, on one line", oneLine),
    requires_os: option("--requires-os <version>", "lowest operating system that installs it: 17.4, or an API level", os),
    isRemoved: flag("--remove", "remove the version from the releases"),
  },
  examples: ["policy release --project acme-shop --platform ios --version 2.6.0 --date 2026-11-16 --requires-os 17"],
  notes: "Declares the version, or changes its details. Shows the changes and asks for confirmation.",
  plan: ({ version, date, notes, requires_os, isRemoved, ...place }, context) =>
    policyPlan(place, context, (present) => {
      const releases = present?.releases ?? [];
      const others = releases.filter((release) => release.version !== version);
      if (isRemoved) return { releases: others.length === 0 ? null : others };
      const known = releases.find((release) => release.version === version);
      return { releases: [...others, { ...known, version, ...given({ date, notes, requires_os }) }] };
    }),
});

export const policyCommands = [platformAdd, platformSet, platformDelete, policyShow, policySet, policyStep, policyRelease];
