/** Edits the metadata of a project without a manifest. */
import type { Merge } from "drawbridge-rules/api/operations.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import { screenKinds } from "drawbridge-rules/texts/message.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { readEtag } from "./etag.ts";
import { readTexts } from "./localized-text.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { memberIfSet } from "./patch.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { duration, language, oneLine, oneOf, projectId, wholeNumber } from "./text-form.ts";

/** Messages, and when users see them. */
const messages = {
  upgrade: "message for users who must update",
  maintenance: "message during maintenance",
  recommended: "message for users who should update",
  announced: "message before maintenance",
  default: "message at other times",
} as const;
const kinds = Object.keys(messages) as (keyof typeof messages)[];

const members = { messages: kinds, titles: screenKinds } as const;
/** Beginning of the option for a text of each member. */
const optionOf = { messages: "message", titles: "title" } as const;

export const projectSet = command({
  name: "project set",
  meaning: "edit a project's settings, or create a project",
  operands: [{ name: "PROJECT", meaning: "project id; administrators can create a new one" }],
  options: [
    { flags: "--name <text>", meaning: "display name" },
    { flags: "--language <tag>", meaning: "replace the languages; may be repeated; the first is the default" },
    { flags: "--ttl <duration>", meaning: "longest time apps may cache an answer" },
    { flags: "--reminder <duration>", meaning: "how long before a window its reminder starts" },
    {
      flags: "--without-window <what>",
      meaning: "start and end in /maintenance while no window is planned: epoch (1970) or null",
      choices: ["epoch", "null"],
    },
    {
      flags: "--lock-out-limit <percent>",
      meaning: "share of requests of 24 hours that a change may newly force to update; 20 by default",
    },
    { flags: "--store-android <url>", meaning: "store link for android apps" },
    { flags: "--no-store-android", meaning: "remove this store link" },
    { flags: "--store-apple <url>", meaning: "store link for ios apps" },
    { flags: "--no-store-apple", meaning: "remove this store link" },
    ...kinds.map((kind) => ({
      flags: `--message-${kind} <text>`,
      meaning: `${messages[kind]}, as LANGUAGE=TEXT (en=…); may be repeated; replaces the texts of all languages`,
    })),
    ...screenKinds.map((kind) => ({
      flags: `--title-${kind} <text>`,
      meaning: `title above the ${kind} message, in the same form`,
    })),
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    'project set acme-shop --name "Acme Shop" --language en --language de',
    'project set acme-shop --message-upgrade "en=Please update to {update_to}."',
  ],
  notes: "Options not passed stay as they are. Shows the changes and asks for confirmation.",
  read: (args) => ({
    project: args.operand("PROJECT", projectId),
    patch: readPatch(args),
    changeOptions: readChangeOptions(args),
  }),
  run({ project, patch, changeOptions }, context) {
    const { client } = context;
    let whole = patch;
    return runReviewedChange(
      {
        command: "project set",
        subject: project,
        question: (changes) => `Make ${changes}?`,
        etag: () =>
          readEtag(async () => {
            const found = await client.getProject({ project });
            whole = withoutOthers(patch, found.value);
            return found;
          }),
        send: (etag, options) =>
          etag === null
            ? client.putProject({ project, body: madeProject(patch), etag: null, ...options })
            : client.patchProject({ project, body: whole, etag, ...options }),
        changeOptions,
      },
      context,
    );
  },
});

type Patch = Merge<ProjectForm>;

function readPatch(args: ParsedArguments): Patch {
  const languages = args.list("language", language);
  const stores = readStores(args);
  const messages = textsOf(args, "messages");
  const titles = textsOf(args, "titles");
  const patch: Patch = {
    ...memberIfSet("name", args.option("name", oneLine)),
    ...(languages.length > 0 ? { languages } : {}),
    ...memberIfSet("ttl", args.option("ttl", duration)),
    ...memberIfSet("reminder", args.option("reminder", duration)),
    ...memberIfSet("no_window", args.option("without-window", oneOf(["epoch", "null"] as const))),
    ...memberIfSet("lock_out_limit_percent", args.option("lock-out-limit", wholeNumber(0, 100))),
    ...(Object.keys(stores).length > 0 ? { stores } : {}),
    ...(Object.keys(messages).length > 0 ? { messages } : {}),
    ...(Object.keys(titles).length > 0 ? { titles } : {}),
  };
  if (Object.keys(patch).length === 0 && !args.hasProblems)
    args.problem("expected something to change: --name, --language, --ttl, --store-…, --message-…, --title-… or another option");
  return patch;
}

/** Part of a merge patch: null removes a link. */
function readStores(args: ParsedArguments): StoreLinks {
  const links = (["android", "apple"] as const).flatMap((store) => {
    const link = args.isTakenAway(`store-${store}`) ? null : args.option(`store-${store}`, oneLine);
    return link === null && !args.isTakenAway(`store-${store}`) ? [] : [[store, link] as const];
  });
  return Object.fromEntries(links) as StoreLinks;
}

/** Deletes the languages that the new texts leave out: in a merge patch, only null deletes. */
function withoutOthers(patch: Patch, present: ProjectForm): Patch {
  const whole: Record<string, unknown> = { ...patch };
  for (const member of ["messages", "titles"] as const) {
    const known: Readonly<Record<string, object | undefined>> = present[member] ?? {};
    const texts = Object.entries(patch[member] ?? {}).map(([kind, named]) => {
      const others = Object.keys(known[kind] ?? {});
      return [kind, { ...Object.fromEntries(others.map((tag) => [tag, null])), ...named }] as const;
    });
    if (texts.length > 0) whole[member] = Object.fromEntries(texts);
  }
  return whole as Patch;
}

function textsOf(
  args: ParsedArguments,
  member: keyof typeof members,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const found = members[member].map((kind) => [kind, readTexts(args, `${optionOf[member]}-${kind}`)] as const);
  return Object.fromEntries(found.flatMap(([kind, texts]) => (texts === null ? [] : [[kind, texts]])));
}

/** Form of a new project. */
function madeProject({ stores, ...patch }: Patch): ProjectForm {
  const links = Object.fromEntries(Object.entries(stores ?? {}).filter(([, link]) => link !== null));
  return { ...(patch as ProjectForm), ...(Object.keys(links).length > 0 ? { stores: links } : {}) };
}
