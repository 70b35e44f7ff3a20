import { isNotFound } from "drawbridge-client/admin";
import type { ListedReadKey, ReadKey } from "drawbridge-rules/wire/read-key.ts";
import { decodeFile } from "../base/document/read-text.ts";
import { undoLine } from "./advice.ts";
import { flag, list, operand, option, required, UsageError } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import * as credentials from "./credential-commands.ts";
import { findId } from "./not-found.ts";
import { expiresOption, given, projectOption, reasonOption, yesOption } from "./options.ts";
import { type Columns, instantText, minuteText, printable } from "./output.ts";
import { listCommand } from "./resource-commands.ts";
import { isDeclined, requirePrompt } from "./review.ts";
import { duration, instanceId, instant, keyText, oneLine, oneOf, platformName, projectId } from "./text-form.ts";

const importedKeyChange: credentials.OtherChange<string> = {
  options: [
    { flags: "--to <id>", meaning: "move an imported key to this project" },
    { flags: "--release", meaning: "release an imported key, so that any project can import it" },
    yesOption,
  ],
  read(args) {
    const [to, isReleased] = [args.option("to", projectId), args.flag("release")];
    const yes = args.flag("yes");
    if (to === null && !isReleased) return null;
    if (to !== null && isReleased) args.problem("--to and --release cannot be combined: keep one");
    const [name, reason] = [args.option("name", oneLine), args.required("reason", oneLine)];
    return async (project, key, context) => {
      requirePrompt("key set", yes, context);
      const text = yes ? "" : await knownKeyText(project, key, context);
      const question = () =>
        to === null
          ? `Release ${text}? Apps that send it will get 401 until a project imports it.`
          : `Move ${text} to ${to}? Apps that send it will get answers of ${to}.`;
      if (await isDeclined(yes, question, context)) return 1;
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

async function knownKeyText(project: string, key: string, { client }: Context): Promise<string> {
  const keys: readonly ListedReadKey[] = await client.listAll("listReadKeys", { project }).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const found = keys.find((each) => each.id === key);
  return `${found ? credentials.credentialText(found, `, ${found.state}`) : key} of ${project}`;
}

const nameOption = required("--name <text>", "name that people will recognize", oneLine);
const key = operand("KEY", "id or name, from key list", oneLine);

const scopeOptions = {
  endpoints: list(
    "--endpoint <endpoint>",
    "limit to config or maintenance; may be repeated",
    oneOf(["config", "maintenance"] as const),
  ),
  platforms: list("--platform <name>", "only apps on this platform; may be repeated", platformName),
  instances: list("--instance <id>", "limit to this instance; may be repeated", instanceId),
  expires_at: expiresOption,
};

export const keyCreate = command({
  name: "key create",
  meaning: "create a read key (shown once)",
  args: {
    project: projectOption,
    name: nameOption,
    ...scopeOptions,
    at: option("--rehearsal-at <instant>", "for testers: gets the answers of that instant", instant),
    isWithout: flag("--rehearsal-ignore-maintenance", "for testers: gets answers without any maintenance"),
    options: reasonOption,
  },
  examples: [
    'key create --project acme-shop --name "iOS app"',
    "key create --project acme-shop --name EU --instance eu-1 --json",
    "key create --project acme-shop --name testers --rehearsal-ignore-maintenance --expires 2026-12-07T00:00:00Z",
  ],
  notes: "A rehearsal key must expire within 30 days. Never ship it in a released app.",
  check({ at, isWithout, expires_at }, args) {
    // A refused value reads as null, and is not missing.
    const isRead = !args.hasProblems;
    if (at !== null && isWithout) args.problem("--rehearsal-at and --rehearsal-ignore-maintenance cannot be combined: keep one");
    if ((at !== null || isWithout) && expires_at === null && isRead)
      args.problem("--expires is required for a rehearsal key: at most 30 days ahead");
  },
  async run({ project, name, options, at, isWithout, ...scope }, context) {
    const rehearsal = at !== null ? { at } : isWithout ? { ignore_maintenance: true as const } : null;
    const body = { name, ...given({ ...scope, rehearsal }) };
    const { id, key } = await context.client.createReadKey({ project, body, ...options });
    context.output.answer({ id, key }, () => [
      ...credentials.createdLines(`Created the read key ${id} of ${project}.`, key, sentBy),
      undoLine(context, { project, id }),
    ]);
  },
});

export const keyImport = command({
  name: "key import",
  meaning: "import a read key that apps already use",
  args: {
    project: projectOption,
    name: nameOption,
    value: required("--value <key>", "the key; - reads standard input", keyText),
    ...scopeOptions,
    options: reasonOption,
  },
  examples: ['key import --project acme-shop --name "old iOS apps" --value - < key.txt'],
  notes: "A key passed with --value is briefly visible in this machine's process list.",
  async run({ project, name, value: typed, options, ...scope }, context) {
    const value = typed === "-" ? await keyFromInput(context) : typed;
    const body = { name, ...given(scope), value };
    const { id, last4 } = await context.client.importReadKey({ project, body, ...options });
    context.output.answer({ id }, () => [
      `Imported the key …${printable(last4)} as ${id} of ${project}.`,
      undoLine(context, { project, id }),
    ]);
  },
});

const sentBy = "Apps send it in the header x-api-key.";

async function keyFromInput({ io }: Context): Promise<string> {
  const input = decodeFile(await io.readInput());
  const text = typeof input === "string" ? input.replace(/\r?\n$/, "") : "";
  if (text !== "-" && keyText.parse(text) !== null) return text;
  throw new UsageError([`--value -: expected ${keyText.expected} on standard input`], "key import");
}

const keys: credentials.CredentialKind<string> = {
  group: "key",
  noun: "read key",
  short: "key",
  operand: key,
  project: projectOption,
  list: (project, { client }) => client.listAll("listReadKeys", { project }),
  patch: (project, key, body, options, { client }) => client.patchReadKey({ project, key, body, ...options }),
  revoke: (project, key, options, { client }) => client.revokeReadKey({ project, key, ...options }),
};

const keyColumns: Columns<ListedReadKey> = [
  ["KEY", ({ id }) => id],
  ["NAME", ({ name }) => name],
  credentials.last4Column,
  ["STATE", stateText],
  ["SCOPE", scopeText],
  credentials.created,
  credentials.expiresColumn,
  credentials.lastUsedColumn,
  ["24H", ({ requests_24h }) => requests_24h],
  ["REFUSED", ({ refused_24h }) => refused_24h],
];

export const keyList = listCommand({
  name: "key list",
  meaning: "list the read keys of a project",
  args: { project: projectOption },
  examples: ["key list --project acme-shop"],
  notes: "24H: accepted requests in this hour and the 23 before it; REFUSED: requests answered 401 or 403.",
  member: "keys",
  find: ({ project }, { client }) => client.listAll("listReadKeys", { project }),
  none: ({ project }, { line }) =>
    `${project} has no read keys, so no app can ask about it. Create one: ${line(`key create --project ${project} --name NAME`)}`,
  columns: () => keyColumns,
});

function stateText({ state, replaced_by, imported, rehearsal }: ReadKey): string {
  return [
    state,
    ...(imported ? ["imported"] : []),
    ...(replaced_by === null ? [] : [`replaced by ${replaced_by}`]),
    ...(rehearsal ? ["at" in rehearsal ? `rehearses ${minuteText(rehearsal.at)}` : "rehearses without maintenance"] : []),
  ].join(", ");
}

function scopeText({ endpoints, platforms, instances }: ReadKey): string {
  return [endpoints, platforms, instances].flatMap((names) => (names ? [names.join(" ")] : [])).join("; ") || "all";
}

export const keyRotate = command({
  name: "key rotate",
  meaning: "create a replacement for a key, which keeps working for a while",
  args: {
    key,
    project: projectOption,
    overlap: option(
      "--overlap <duration>",
      "how long the old key keeps working: default 30d; 0s expires it immediately",
      duration,
    ),
    name: option("--name <text>", "name of the new key; default: the old name", oneLine),
    options: reasonOption,
  },
  examples: ["key rotate KEY --project acme-shop --overlap 90d"],
  notes: "Apps that are not updated within the overlap get 401 afterwards.",
  async run({ key: text, project, overlap, name, options }, { client, output }) {
    const key = await findId(text, "read key", credentials.isCredentialId, () => client.listAll("listReadKeys", { project }));
    const made = await client.rotateReadKey({ project, key, body: given({ overlap, name }), ...options });
    const { replaces } = made;
    output.answer({ id: made.id, key: made.key, replaces: { id: replaces.id, expires_at: replaces.expires_at } }, () => [
      ...credentials.createdLines(
        `Created the read key ${made.id} of ${project}, which replaces ${replaces.id} (…${printable(replaces.last4)}).`,
        made.key,
        sentBy,
      ),
      `The old key works until ${replaces.expires_at === null ? "it is revoked" : instantText(replaces.expires_at)}.`,
    ]);
  },
});

export const keySet = credentials.setCommand(
  keys,
  {
    examples: [
      "key set KEY --project acme-shop --expires 2027-06-30T00:00:00Z",
      'key set KEY --project acme-travel --to acme-shop --reason "imported into the wrong project"',
    ],
    notes:
      "\nThe expiry of a rehearsal key is fixed, and a replaced key that has expired stays expired.\n--to and --release are for administrators and require --reason, recorded in the history of both projects. A moved key becomes\nactive in the target project, even if it was revoked or expired: apps that send it are always answered by one of the two.\n--release also works for a key whose project was deleted. Generated keys are never moved or released.",
  },
  importedKeyChange,
);

export const keyRevoke = credentials.revokeCommand(
  keys,
  {
    examples: ["key revoke KEY --project acme-shop"],
    notes: "Apps that send it then get 401 and can no longer be told to update.",
  },
  " Apps that send it will get 401.",
);
