/** What a project says about itself, for whoever has no manifest at hand. */
import type { Merge } from "drawbridge-rules/api/operations.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";
import { command } from "./command.ts";
import { etagOf } from "./etag.ts";
import type { Given } from "./given.ts";
import { readTexts } from "./localized-text.ts";
import { some } from "./patch.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { duration, language, oneLine, oneOf, projectId } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

/** Messages, and when people read them. */
const messages = {
  upgrade: "what people read who must update",
  maintenance: "what they read in maintenance",
  default: "what they read otherwise",
} as const;
const kinds = Object.keys(messages) as (keyof typeof messages)[];

export const projectSet = command({
  name: "project set",
  meaning: "change what a project says about itself; or make one",
  operands: [{ name: "PROJECT", meaning: "the project's id; one that is not there is made, by administrators" }],
  options: [
    { flags: "--name <text>", meaning: "what people call it" },
    { flags: "--language <tag>", meaning: "the first is the default; repeat it: all of them are the new list" },
    { flags: "--ttl <duration>", meaning: "how long apps may keep an answer at most" },
    { flags: "--reminder <duration>", meaning: "how long before it maintenance is announced" },
    { flags: "--without-window <what>", meaning: "what /maintenance says while nothing is planned: epoch or null" },
    { flags: "--store-android <url>", meaning: "where android apps are updated" },
    { flags: "--no-store-android", meaning: "nowhere" },
    { flags: "--store-apple <url>", meaning: "where ios apps are updated" },
    { flags: "--no-store-apple", meaning: "nowhere" },
    ...kinds.map((kind) => ({
      flags: `--message-${kind} <text>`,
      meaning: `${messages[kind]}, by language: en=…; repeat it: all of them are the new texts`,
    })),
    dryRunOption,
    ...wishOptions,
  ],
  examples: [
    'project set acme-shop --name "Acme Shop" --language en --language de',
    'project set acme-shop --message-upgrade "en=Please update to {update_to}."',
  ],
  notes: "What is not named stays as it is. Shows what would change and asks before it does.",
  read: (given) => ({ project: given.operand("PROJECT", projectId), patch: readPatch(given), wishes: readWishes(given) }),
  run({ project, patch, wishes }, context) {
    const { client } = context;
    let whole = patch;
    return carryOut(
      {
        command: "project set",
        subject: project,
        question: (changes) => `Make ${changes}?`,
        etag: () =>
          etagOf(async () => {
            const found = await client.getProject({ project });
            whole = withoutOthers(patch, found.value);
            return found;
          }),
        send: (etag, options) =>
          etag === null
            ? client.putProject({ project, body: madeProject(patch), etag: null, ...options })
            : client.patchProject({ project, body: whole, etag, ...options }),
        wishes,
      },
      context,
    );
  },
});

type Patch = Merge<ProjectForm>;

function readPatch(given: Given): Patch {
  const languages = given.list("language", language);
  const stores = readStores(given);
  const texts = Object.fromEntries(kinds.flatMap((kind) => textsOf(given, kind)));
  const patch: Patch = {
    ...some("name", given.option("name", oneLine)),
    ...(languages.length > 0 ? { languages } : {}),
    ...some("ttl", given.option("ttl", duration)),
    ...some("reminder", given.option("reminder", duration)),
    ...some("no_window", given.option("without-window", oneOf(["epoch", "null"] as const))),
    ...(Object.keys(stores).length > 0 ? { stores } : {}),
    ...(Object.keys(texts).length > 0 ? { messages: texts } : {}),
  };
  if (Object.keys(patch).length === 0 && !given.hasProblems)
    given.problem("expected something to change: --name, --language, --ttl, --store-…, --message-… or another option");
  return patch;
}

/** A merge patch goes down into it: null takes one away. */
function readStores(given: Given): StoreLinks {
  const links = (["android", "apple"] as const).flatMap((store) => {
    const link = given.isTakenAway(`store-${store}`) ? null : given.option(`store-${store}`, oneLine);
    return link === null && !given.isTakenAway(`store-${store}`) ? [] : [[store, link] as const];
  });
  return Object.fromEntries(links) as StoreLinks;
}

/** Languages that are not named any more go: in a merge patch, only null takes away. */
function withoutOthers(patch: Patch, present: ProjectForm): Patch {
  if (!patch.messages) return patch;
  const texts = Object.entries(patch.messages).map(([kind, named]) => {
    const others = Object.keys(present.messages?.[kind as (typeof kinds)[number]] ?? {});
    return [kind, { ...Object.fromEntries(others.map((tag) => [tag, null])), ...named }] as const;
  });
  return { ...patch, messages: Object.fromEntries(texts) as NonNullable<ProjectForm["messages"]> };
}

function textsOf(given: Given, kind: (typeof kinds)[number]) {
  const texts = readTexts(given, `message-${kind}`);
  return texts === null ? [] : [[kind, texts] as const];
}

/** A project that is made. */
function madeProject({ stores, ...patch }: Patch): ProjectForm {
  const links = Object.fromEntries(Object.entries(stores ?? {}).filter(([, link]) => link !== null));
  return { ...(patch as ProjectForm), ...(Object.keys(links).length > 0 ? { stores: links } : {}) };
}
