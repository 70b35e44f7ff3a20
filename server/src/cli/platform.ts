/** Platforms of a project. ios and android exist in every project; others are added, never created by another command. */
import { type Etag, isNotFound } from "drawbridge-client/admin";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { oneLine, oneOf, platformName, projectId } from "./text-form.ts";

const operand = { name: "PLATFORM", meaning: "name that apps send: web, huawei, …" };

export const storeNames = ["android", "apple", "none"] as const;

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
export function noPolicy(project: string, platform: string): never {
  throw new DrawbridgeError("not_found", `${platform} has no policy in ${project}: every version may run.`);
}

/** The platform's policy; null: ios or android without one. @throws not_found: names the platforms of the project */
export async function findPolicy(project: string, platform: string, { client, line }: Context): Promise<Policy | null> {
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
