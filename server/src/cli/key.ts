import type { ListedReadKey, ReadKey, ReadKeyRequest, Rehearsal } from "drawbridge-rules/wire/read-key.ts";
import { command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { answerSet, credentialSetNotes, credentialSetOptions, readCredentialPatch } from "./credential-set.ts";
import type { Given } from "./given.ts";
import { printable, table } from "./output.ts";
import { projectOption, readReason, reasonOption, yesOption } from "./shared-options.ts";
import { duration, id, instanceId, instant, keyText, oneLine, oneOf, platformName, projectId } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";
import { visibleLines } from "./visible-text.ts";

const nameOption: OptionWords = { flags: "--name <text>", meaning: "what it is for, as people will look for it" };
export const keyOperand = { name: "KEY", meaning: "the key's id, as key list shows it" };

const scopeOptions: readonly OptionWords[] = [
  { flags: "--endpoint <endpoint>", meaning: "only this: config or maintenance; may be repeated" },
  { flags: "--platform <name>", meaning: "only apps on this platform; may be repeated" },
  { flags: "--instance <id>", meaning: "only about this instance; may be repeated" },
  { flags: "--expires <instant>", meaning: "from then on it opens nothing" },
];

const rehearsalOptions: readonly OptionWords[] = [
  { flags: "--rehearsal-at <instant>", meaning: "for testers: it is told how things are at that instant" },
  { flags: "--rehearsal-ignore-maintenance", meaning: "for testers: it is told how things are without any maintenance" },
];

export const keyCreate = command({
  name: "key create",
  meaning: "make a read key, and print it this once",
  options: [projectOption, nameOption, ...scopeOptions, ...rehearsalOptions, reasonOption],
  examples: [
    'key create --project acme-shop --name "iOS app"',
    "key create --project acme-shop --name EU --instance eu-1 --json",
    "key create --project acme-shop --name testers --rehearsal-ignore-maintenance --expires 2026-12-07T00:00:00Z",
  ],
  notes: "A key that rehearses must expire, at most 30 days ahead. It must not be in an app that is released.",
  read(given) {
    const { project, request, options } = readRequest(given);
    return { project, request: { ...request, ...readRehearsal(given, request) }, options };
  },
  async run({ project, request, options }, { client, output }) {
    const { id, key } = await client.createReadKey({ project, body: request, ...options });
    output.answer({ id, key }, () => createdLines(`The read key ${id} of ${project} is made.`, key, sentBy));
  },
});

export const keyImport = command({
  name: "key import",
  meaning: "take over a read key that apps carry already",
  options: [
    projectOption,
    nameOption,
    { flags: "--value <key>", meaning: "the key itself; - reads it from standard input" },
    ...scopeOptions,
    reasonOption,
  ],
  examples: ['key import --project acme-shop --name "old iOS apps" --value - < key.txt'],
  notes: "With --value the key can be read in the list of this machine's processes for a moment.",
  read: (given) => ({ ...readRequest(given), value: given.required("value", keyText) }),
  async run({ project, request, value, options }, context) {
    const text = value === "-" ? await keyFromInput(context) : value;
    const { id, last4 } = await context.client.importReadKey({ project, body: { ...request, value: text }, ...options });
    context.output.answer({ id }, () => [`The key …${printable(last4)} is taken over as ${id} of ${project}.`]);
  },
});

function readRequest(given: Given) {
  const endpoints = given.list("endpoint", oneOf(["config", "maintenance"] as const));
  const platforms = given.list("platform", platformName);
  const instances = given.list("instance", instanceId);
  const expires = given.option("expires", instant);
  const project = given.required("project", projectId);
  const request: ReadKeyRequest = {
    name: given.required("name", oneLine),
    ...(endpoints.length > 0 ? { endpoints } : {}),
    ...(platforms.length > 0 ? { platforms } : {}),
    ...(instances.length > 0 ? { instances } : {}),
    ...(expires === null ? {} : { expires_at: expires }),
  };
  return { project, request, options: readReason(given) };
}

function readRehearsal(given: Given, { expires_at }: ReadKeyRequest): Pick<ReadKeyRequest, "rehearsal"> {
  const at = given.option("rehearsal-at", instant);
  const isWithout = given.flag("rehearsal-ignore-maintenance");
  if (at === null && !isWithout) return {};
  if (at !== null && isWithout) given.problem("--rehearsal-at and --rehearsal-ignore-maintenance exclude each other: keep one");
  if (expires_at === undefined) given.problem("--expires is missing: a key that rehearses ends, at most 30 days ahead");
  return { rehearsal: at === null ? { ignore_maintenance: true } : { at } };
}

const sentBy = "Apps send it in the header x-api-key.";

async function keyFromInput({ io }: Context): Promise<string> {
  const text = (await io.readInput()).replace(/\r?\n$/, "");
  if (text !== "-" && keyText.parse(text) !== null) return text;
  throw new UsageError([`--value -: standard input is expected to be ${keyText.expected}, and a line end`], "key import");
}

export const keyList = command({
  name: "key list",
  meaning: "list the read keys of a project",
  options: [projectOption],
  examples: ["key list --project acme-shop"],
  notes: "24 H: requests that it let in within this hour and the 23 before it; REFUSED: those answered 401 or 403 with it.",
  read: (given) => given.required("project", projectId),
  async run(project, { client, output }) {
    const keys = await client.listAll("listReadKeys", { project });
    output.answer({ keys }, () =>
      keys.length === 0 ? [`${project} has no key: no app can ask about it. Make one with key create.`] : keyTable(keys),
    );
  },
});

function keyTable(keys: readonly ListedReadKey[]): string[] {
  return table(
    ["KEY", "NAME", "ENDS IN", "STATE", "OPENS", "MADE", "EXPIRES", "LAST USED", "24 H", "REFUSED"],
    keys.map((key) => [
      key.id,
      key.name,
      `…${key.last4}`,
      stateText(key),
      scopeText(key),
      dayOf(key.created_at),
      key.expires_at ?? "never",
      key.last_used_at?.slice(0, 16).replace("T", " ") ?? "never",
      String(key.requests_24h),
      String(key.refused_24h),
    ]),
  );
}

function stateText({ state, replaced_by, imported, rehearsal }: ReadKey): string {
  return [
    state,
    ...(imported ? ["imported"] : []),
    ...(replaced_by === null ? [] : [`replaced by ${replaced_by}`]),
    ...(rehearsal ? [rehearsalText(rehearsal)] : []),
  ].join(", ");
}

function rehearsalText(rehearsal: Rehearsal): string {
  return "at" in rehearsal ? `rehearses ${rehearsal.at}` : "rehearses without maintenance";
}

function scopeText({ endpoints, platforms, instances }: ReadKey): string {
  return [endpoints, platforms, instances].flatMap((names) => (names ? [names.join(" ")] : [])).join("; ") || "everything";
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

export const keyRotate = command({
  name: "key rotate",
  meaning: "make a key that takes over from another, which goes on for a while",
  operands: [keyOperand],
  options: [
    projectOption,
    { flags: "--overlap <duration>", meaning: "how long the old one goes on: P30D unless told, PT0S ends it at once" },
    { flags: "--name <text>", meaning: "name of the new one; else the old one's" },
    reasonOption,
  ],
  examples: ["key rotate KEY --project acme-shop --overlap P90D"],
  notes: "Apps that are not updated within the overlap are then answered 401.",
  read: (given) => ({
    key: given.operand("KEY", id),
    project: given.required("project", projectId),
    overlap: given.option("overlap", duration),
    name: given.option("name", oneLine),
    options: readReason(given),
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
      ...createdLines(`The read key ${made.id} of ${project} takes over.`, made.key, sentBy),
      `The old one, ${replaces.id} (…${printable(replaces.last4)}), goes on until ${replaces.expires_at ?? "it is revoked"}.`,
    ]);
  },
});

export const keySet = command({
  name: "key set",
  meaning: "rename a read key, or change its expiry",
  operands: [keyOperand],
  options: [projectOption, ...credentialSetOptions, reasonOption],
  examples: ["key set KEY --project acme-shop --expires 2027-06-30T00:00:00Z"],
  notes: `${credentialSetNotes}\nThe end of a key that rehearses is fixed, and a replaced key that has expired stays expired.`,
  read: (given) => ({
    key: given.operand("KEY", id),
    project: given.required("project", projectId),
    body: readCredentialPatch(given),
    options: readReason(given),
  }),
  run: async ({ options, ...input }, context) =>
    answerSet("read key", await context.client.patchReadKey({ ...input, ...options }), context),
});

export const keyRevoke = command({
  name: "key revoke",
  meaning: "end a key at once and for ever",
  operands: [keyOperand],
  options: [projectOption, yesOption, reasonOption],
  examples: ["key revoke KEY --project acme-shop"],
  notes: "Every app that carries it is then answered 401, and can no longer be told to update.",
  read: (given) => ({
    key: given.operand("KEY", id),
    project: given.required("project", projectId),
    yes: given.flag("yes"),
    options: readReason(given),
  }),
  async run({ key, project, yes, options }, context) {
    mustBeAbleToAsk("key revoke", yes, context);
    if (!yes && !(await isConfirmed(await revokeQuestion(project, key, context), context))) {
      context.io.err("Nothing was changed.\n");
      return 1;
    }
    const { id, changed, revoked_at, visible } = await context.client.revokeReadKey({ project, key, ...options });
    const { output } = context;
    output.answer({ id, changed, revoked_at, ...(visible ? { visible } : {}) }, () => [
      `The key ${id} ${changed ? "is revoked." : `was revoked already, at ${revoked_at}.`}`,
      ...visibleLines({ ...(visible ? { visible } : {}) }, output.paint.bind(output)),
    ]);
    return 0;
  },
});

async function revokeQuestion(project: string, key: string, { client }: Context): Promise<string> {
  const found = (await client.listAll("listReadKeys", { project })).find((each) => each.id === key);
  const what = found ? `${key}, "${printable(found.name)}" (…${printable(found.last4)}),` : key;
  return `Revoke ${what} for ever? Every app that carries it is answered 401.`;
}

/** The one place that prints a secret. */
export function createdLines(what: string, secret: string, use: string): string[] {
  return [what, "It is shown now and never again:", "", `  ${secret}`, "", use];
}
