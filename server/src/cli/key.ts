/** Read keys, which apps use. */

import { isNotFound } from "drawbridge-client/admin";
import type { ListedReadKey, ReadKey, ReadKeyRequest, Rehearsal } from "drawbridge-rules/wire/read-key.ts";
import { decodeFile } from "../base/document/read-text.ts";
import { undoLine } from "./advice.ts";
import { type OptionWords, type ParsedArguments, UsageError } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import {
  type CredentialKind,
  created,
  createdLines,
  credentialText,
  expiresColumn,
  last4Column,
  lastUsedColumn,
  listCommand,
  type OtherChange,
  readNamed,
  revokeCommand,
  setCommand,
} from "./credential-commands.ts";
import { expiresOption, projectOption, readReason, reasonOption, yesOption } from "./options.ts";
import { instantText, minuteText, printable } from "./output.ts";
import { isConfirmed, requirePrompt } from "./review.ts";
import { duration, id, instanceId, instant, keyText, oneLine, oneOf, platformName, projectId } from "./text-form.ts";

const importedKeyChange: OtherChange<string> = {
  options: [
    { flags: "--to <id>", meaning: "move an imported key to this project" },
    { flags: "--release", meaning: "release an imported key, so that any project can import it" },
    yesOption,
  ],
  notes:
    "\n--to and --release are for administrators and require --reason, recorded in the history of both projects. A moved key becomes\nactive in the target project, even if it was revoked or expired: apps that send it are always answered by one of the two.\n--release also works for a key whose project was deleted. Generated keys are never moved or released.",
  read(args) {
    const [to, isReleased] = [args.option("to", projectId), args.flag("release")];
    const yes = args.flag("yes");
    if (to === null && !isReleased) return null;
    if (to !== null && isReleased) args.problem("--to and --release cannot be combined: keep one");
    const [name, reason] = [args.option("name", oneLine), args.required("reason", oneLine)];
    return async (project, key, context) => {
      requirePrompt("key set", yes, context);
      const text = yes ? "" : await knownKeyText(project, key, context);
      const question =
        to === null
          ? `Release ${text}? Apps that send it will get 401 until a project imports it.`
          : `Move ${text} to ${to}? Apps that send it will get answers of ${to}.`;
      if (!yes && !(await isConfirmed(question, context))) {
        context.io.err("Nothing was changed.\n");
        return 1;
      }
      await (to === null ? release : move(to, name))(project, key, reason, context);
      return 0;
    };
  },
};

function move(to: string, name: string | null) {
  return async (project: string, key: string, reason: string, { client, output }: Context) => {
    const moved = await client.moveReadKey({ body: { project, key, to, ...(name === null ? {} : { name }) }, reason });
    output.answer(moved, () => [
      `Moved the key …${printable(moved.last4)}: it is now ${moved.id} of ${to}, no longer ${key} of ${project}.`,
    ]);
  };
}

async function release(project: string, key: string, reason: string, { client, output }: Context): Promise<void> {
  const released = await client.releaseReadKey({ body: { project, key }, reason });
  output.answer(released, () => [`Released the key ${key} of ${project}. Any project can import it now.`]);
}

/** The key as people know it; its id if its project was deleted. */
async function knownKeyText(project: string, key: string, { client }: Context): Promise<string> {
  const keys: readonly ListedReadKey[] = await client.listAll("listReadKeys", { project }).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const found = keys.find((each) => each.id === key);
  return `${found ? credentialText(found, `, ${found.state}`) : key} of ${project}`;
}

const nameOption: OptionWords = { flags: "--name <text>", meaning: "name that people will recognize" };
const keyOperand = { name: "KEY", meaning: "key id, from key list" };

const scopeOptions: readonly OptionWords[] = [
  {
    flags: "--endpoint <endpoint>",
    meaning: "limit to config or maintenance; may be repeated",
    choices: ["config", "maintenance"],
  },
  { flags: "--platform <name>", meaning: "only apps on this platform; may be repeated" },
  { flags: "--instance <id>", meaning: "limit to this instance; may be repeated" },
  expiresOption,
];

const rehearsalOptions: readonly OptionWords[] = [
  { flags: "--rehearsal-at <instant>", meaning: "for testers: gets the answers of that instant" },
  { flags: "--rehearsal-ignore-maintenance", meaning: "for testers: gets answers without any maintenance" },
];

export const keyCreate = command({
  name: "key create",
  meaning: "create a read key (shown once)",
  options: [projectOption, nameOption, ...scopeOptions, ...rehearsalOptions, reasonOption],
  examples: [
    'key create --project acme-shop --name "iOS app"',
    "key create --project acme-shop --name EU --instance eu-1 --json",
    "key create --project acme-shop --name testers --rehearsal-ignore-maintenance --expires 2026-12-07T00:00:00Z",
  ],
  notes: "A rehearsal key must expire within 30 days. Never ship it in a released app.",
  read(args) {
    const { project, request, options } = readRequest(args);
    return { project, request: { ...request, ...readRehearsal(args, request) }, options };
  },
  async run({ project, request, options }, context) {
    const { id, key } = await context.client.createReadKey({ project, body: request, ...options });
    context.output.answer({ id, key }, () => [
      ...createdLines(`Created the read key ${id} of ${project}.`, key, sentBy),
      undoLine(context, { project, id }),
    ]);
  },
});

export const keyImport = command({
  name: "key import",
  meaning: "import a read key that apps already use",
  options: [
    projectOption,
    nameOption,
    { flags: "--value <key>", meaning: "the key; - reads standard input" },
    ...scopeOptions,
    reasonOption,
  ],
  examples: ['key import --project acme-shop --name "old iOS apps" --value - < key.txt'],
  notes: "A key passed with --value is briefly visible in this machine's process list.",
  read: (args) => ({ ...readRequest(args), value: args.required("value", keyText) }),
  async run({ project, request, value, options }, context) {
    const text = value === "-" ? await keyFromInput(context) : value;
    const { id, last4 } = await context.client.importReadKey({ project, body: { ...request, value: text }, ...options });
    context.output.answer({ id }, () => [
      `Imported the key …${printable(last4)} as ${id} of ${project}.`,
      undoLine(context, { project, id }),
    ]);
  },
});

function readRequest(args: ParsedArguments) {
  const endpoints = args.list("endpoint", oneOf(["config", "maintenance"] as const));
  const platforms = args.list("platform", platformName);
  const instances = args.list("instance", instanceId);
  const project = args.required("project", projectId);
  const request: ReadKeyRequest = {
    ...readNamed(args),
    ...(endpoints.length > 0 ? { endpoints } : {}),
    ...(platforms.length > 0 ? { platforms } : {}),
    ...(instances.length > 0 ? { instances } : {}),
  };
  return { project, request, options: readReason(args) };
}

function readRehearsal(args: ParsedArguments, { expires_at }: ReadKeyRequest): Pick<ReadKeyRequest, "rehearsal"> {
  const at = args.option("rehearsal-at", instant);
  const isWithout = args.flag("rehearsal-ignore-maintenance");
  if (at === null && !isWithout) return {};
  if (at !== null && isWithout) args.problem("--rehearsal-at and --rehearsal-ignore-maintenance cannot be combined: keep one");
  if (expires_at === undefined) args.problem("--expires is required for a rehearsal key: at most 30 days ahead");
  return { rehearsal: at === null ? { ignore_maintenance: true } : { at } };
}

const sentBy = "Apps send it in the header x-api-key.";

async function keyFromInput({ io }: Context): Promise<string> {
  const input = decodeFile(await io.readInput());
  const text = typeof input === "string" ? input.replace(/\r?\n$/, "") : "";
  if (text !== "-" && keyText.parse(text) !== null) return text;
  throw new UsageError([`--value -: expected ${keyText.expected} on standard input`], "key import");
}

const keys: CredentialKind<string, ListedReadKey> = {
  group: "key",
  noun: "read key",
  short: "key",
  operand: keyOperand,
  placeOptions: [projectOption],
  readPlace: (args) => args.required("project", projectId),
  list: (project, { client }) => client.listAll("listReadKeys", { project }),
  patch: (project, key, body, options, { client }) => client.patchReadKey({ project, key, body, ...options }),
  revoke: (project, key, options, { client }) => client.revokeReadKey({ project, key, ...options }),
};

export const keyList = listCommand(keys, {
  meaning: "list the read keys of a project",
  examples: ["key list --project acme-shop"],
  notes: "24H: accepted requests in this hour and the 23 before it; REFUSED: requests answered 401 or 403.",
  member: "keys",
  none: (project, { line }) =>
    `${project} has no read keys, so no app can ask about it. Create one: ${line(`key create --project ${project} --name NAME`)}`,
  columns: () => [
    ["KEY", ({ id }) => id],
    ["NAME", ({ name }) => name],
    last4Column,
    ["STATE", stateText],
    ["SCOPE", scopeText],
    created,
    expiresColumn,
    lastUsedColumn,
    ["24H", ({ requests_24h }) => String(requests_24h)],
    ["REFUSED", ({ refused_24h }) => String(refused_24h)],
  ],
});

function stateText({ state, replaced_by, imported, rehearsal }: ReadKey): string {
  return [
    state,
    ...(imported ? ["imported"] : []),
    ...(replaced_by === null ? [] : [`replaced by ${replaced_by}`]),
    ...(rehearsal ? [rehearsalText(rehearsal)] : []),
  ].join(", ");
}

function rehearsalText(rehearsal: Rehearsal): string {
  return "at" in rehearsal ? `rehearses ${minuteText(rehearsal.at)}` : "rehearses without maintenance";
}

function scopeText({ endpoints, platforms, instances }: ReadKey): string {
  return [endpoints, platforms, instances].flatMap((names) => (names ? [names.join(" ")] : [])).join("; ") || "all";
}

export const keyRotate = command({
  name: "key rotate",
  meaning: "create a replacement for a key, which keeps working for a while",
  operands: [keyOperand],
  options: [
    projectOption,
    { flags: "--overlap <duration>", meaning: "how long the old key keeps working: default P30D; PT0S expires it immediately" },
    { flags: "--name <text>", meaning: "name of the new key; default: the old name" },
    reasonOption,
  ],
  examples: ["key rotate KEY --project acme-shop --overlap P90D"],
  notes: "Apps that are not updated within the overlap get 401 afterwards.",
  read: (args) => ({
    key: args.operand("KEY", id),
    project: args.required("project", projectId),
    overlap: args.option("overlap", duration),
    name: args.option("name", oneLine),
    options: readReason(args),
  }),
  async run({ key, project, overlap, name, options }, { client, output }) {
    const made = await client.rotateReadKey({
      project,
      key,
      body: {
        ...(overlap === null ? {} : { overlap }),
        ...(name === null ? {} : { name }),
      },
      ...options,
    });
    const { replaces } = made;
    output.answer({ id: made.id, key: made.key, replaces: { id: replaces.id, expires_at: replaces.expires_at } }, () => [
      ...createdLines(
        `Created the read key ${made.id} of ${project}, which replaces ${replaces.id} (…${printable(replaces.last4)}).`,
        made.key,
        sentBy,
      ),
      `The old key works until ${replaces.expires_at === null ? "it is revoked" : instantText(replaces.expires_at)}.`,
    ]);
  },
});

export const keySet = setCommand(keys, {
  examples: [
    "key set KEY --project acme-shop --expires 2027-06-30T00:00:00Z",
    'key set KEY --project acme-travel --to acme-shop --reason "imported into the wrong project"',
  ],
  other: importedKeyChange,
  more: "\nThe expiry of a rehearsal key is fixed, and a replaced key that has expired stays expired.",
});

export const keyRevoke = revokeCommand(keys, {
  examples: ["key revoke KEY --project acme-shop"],
  notes: "Apps that send it then get 401 and can no longer be told to update.",
  warning: " Apps that send it will get 401.",
});
