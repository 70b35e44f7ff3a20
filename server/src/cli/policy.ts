import type { Merge } from "drawbridge-rules/api/operations.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { etagOf } from "./etag.ts";
import type { Given } from "./given.ts";
import { table } from "./output.ts";
import { some, withoutNulls } from "./patch.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { oneOf, platformName, projectId, type TextForm, version, versionEntry } from "./text-form.ts";
import { readWishes, type Wishes, wishOptions } from "./wishes.ts";

export const policyShow = command({
  name: "policy show",
  meaning: "show which versions may run",
  options: [projectOption, { flags: "--platform <name>", meaning: "only that one" }],
  examples: ["policy show --project acme-shop"],
  read: (given) => ({ project: given.required("project", projectId), platform: given.option("platform", platformName) }),
  async run({ project, platform }, { client, output }) {
    const policies =
      platform === null ? await client.listAll("listPolicies", { project }) : [await client.getPolicy({ project, platform })];
    output.answer({ policies }, () =>
      policies.length === 0
        ? [`${project} declares no platform: every version of an app on ios or android may run.`]
        : policyTable(policies),
    );
  },
});

export function policyTable(policies: readonly Policy[]): string[] {
  if (policies.length === 0) return [];
  return table(
    ["PLATFORM", "MINIMUM", "RECOMMENDED", "BLOCKED", "EXEMPT"],
    policies.map(({ id, minimum = "-", recommended = "-", blocked = [], exempt = [] }) => [
      id,
      minimum,
      recommended,
      blocked.join(", ") || "-",
      exempt.join(", ") || "-",
    ]),
  );
}

/** A merge patch: null takes away. */
type PolicyPatch = Merge<PolicyForm>;

export const policySet = command({
  name: "policy set",
  meaning: "change which versions of an app may run",
  options: [
    projectOption,
    { flags: "--platform <name>", meaning: "ios, android, or another that the project declares" },
    { flags: "--minimum <version>", meaning: "every version below it is forced to update" },
    { flags: "--no-minimum", meaning: "force none by a minimum" },
    { flags: "--recommended <version>", meaning: "versions below it are told, and never forced" },
    { flags: "--no-recommended", meaning: "recommend none" },
    { flags: "--blocked <versions>", meaning: "forced to update, whatever the minimum; repeat it: all of them are the new list" },
    { flags: "--no-blocked", meaning: "block none" },
    { flags: "--block <versions>", meaning: "block these too; may be repeated" },
    { flags: "--unblock <versions>", meaning: "block these no more; may be repeated" },
    { flags: "--exempt <versions>", meaning: "never forced; repeat it: all of them are the new list" },
    { flags: "--no-exempt", meaning: "exempt none" },
    {
      flags: "--store <store>",
      meaning: "of another platform than ios and android: whose link updates it: android, apple or none",
    },
    dryRunOption,
    ...wishOptions,
  ],
  examples: [
    "policy set --project acme-shop --platform ios --minimum 2.4.0",
    'policy set --project acme-shop --platform android --block 2.5.1 --block ">=2.6.0 <2.6.3" --reason "loses orders"',
  ],
  notes: "What is not named stays as it is. Shows what would change and asks before it does.",
  read: (given) => ({
    project: given.required("project", projectId),
    platform: given.required("platform", platformName),
    ...readChange(given),
    wishes: readWishes(given),
  }),
  run: ({ project, platform, patch, blocks, wishes }, context) =>
    setPolicy({ project, platform, patch, blocks }, wishes, context),
});

/** Entries to put into the list of blocked ones and to take out of it, as it stands then. */
interface Blocks {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const entry = versionEntry as TextForm<string>;

function hasAny({ added, removed }: Blocks): boolean {
  return added.length + removed.length > 0;
}

/** Each option is read once, so that what is wrong with it is said once. */
function readChange(given: Given): { readonly blocks: Blocks; readonly patch: PolicyPatch } {
  const patch = readPatch(given);
  const blocks = { added: given.list("block", entry), removed: given.list("unblock", entry) };
  if (patch.blocked !== undefined && hasAny(blocks)) {
    given.problem("--blocked is the whole list: leave out --block and --unblock, or it");
  }
  if (Object.keys(patch).length === 0 && !hasAny(blocks) && !given.hasProblems) {
    given.problem("expected something to change: --minimum, --recommended, --block, --exempt, or --no-… of one of them");
  }
  return { blocks, patch };
}

function readPatch(given: Given): PolicyPatch {
  return {
    ...text(given, "minimum"),
    ...text(given, "recommended"),
    ...list(given, "blocked"),
    ...list(given, "exempt"),
    ...some("store", given.option("store", oneOf(["android", "apple", "none"] as const))),
  };
}

function text(given: Given, name: "minimum" | "recommended"): PolicyPatch {
  return given.isTakenAway(name) ? { [name]: null } : some(name, given.option(name, version));
}

function list(given: Given, name: "blocked" | "exempt"): PolicyPatch {
  if (given.isTakenAway(name)) return { [name]: null };
  const entries = given.list(name, entry);
  return entries.length > 0 ? { [name]: entries } : {};
}

interface PolicyChange {
  readonly project: string;
  readonly platform: string;
  readonly patch: PolicyPatch;
  readonly blocks: Blocks;
}

async function setPolicy({ project, platform, patch, blocks }: PolicyChange, wishes: Wishes, context: Context): Promise<number> {
  const { client } = context;
  let whole = patch;
  return carryOut(
    {
      command: "policy set",
      subject: project,
      question: (changes) => `Make ${changes}?`,
      etag: async () => {
        whole = withBlocks(patch, blocks, []);
        return etagOf(async () => {
          const found = await client.getPolicy({ project, platform });
          whole = withBlocks(patch, blocks, found.blocked ?? []);
          return found;
        });
      },
      send: (etag, options) =>
        etag === null
          ? client.putPolicy({ project, platform, body: withoutNulls(whole), etag: null, ...options })
          : client.patchPolicy({ project, platform, body: whole, etag, ...options }),
      wishes,
    },
    context,
  );
}

function withBlocks(patch: PolicyPatch, { added, removed }: Blocks, present: readonly string[]): PolicyPatch {
  if (added.length + removed.length === 0) return patch;
  const kept = present.filter((entry) => !removed.includes(entry));
  return { ...patch, blocked: [...kept, ...added.filter((entry) => !kept.includes(entry))] };
}
