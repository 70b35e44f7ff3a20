/** Read keys: making, importing, rotating and revoking them. Their texts are in one answer, and their hashes in none. */

import { fillPath } from "drawbridge-rules/api/paths.ts";
import { hasCredentialForm, makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { isKeyText, keyTextRule, type ReadKey, readKeyState } from "drawbridge-rules/credentials/read-key.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import { type ListedReadKey, type ReadKeyList, readKeyImport, readKeyRequest } from "drawbridge-rules/wire/read-key.ts";
import { hashOfCredential } from "../../base/credential-hash.ts";
import { shortId } from "../../base/short-id.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Store } from "../../store/store.ts";
import { keyName } from "../../usage/read-usage.ts";
import { type AddressedProjectServices, mustBeThere, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { credentialPatchRules, patchCredential, revokeCredential } from "./credential-change.ts";
import { credentialPage } from "./credential-list.ts";
import { type CredentialVerbServices, carryOut, type VerbRequest } from "./credential-verb.ts";
import { credentialSource, type IdempotencyServices } from "./idempotency.ts";
import { type ImportedKeysServices, whereInUse } from "./imported-keys.ts";
import { keyRequest, newKey, rotation } from "./read-key-request.ts";
import { printReadKey } from "./read-key-wire.ts";
import { readBodyFields } from "./request-fields.ts";
import { printKeyUse } from "./usage-wire.ts";

interface ReadKeysServices extends AddressedProjectServices, CredentialVerbServices, IdempotencyServices, ImportedKeysServices {
  readonly store: Store;
  readonly catalog: Catalog;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

const shared = { tag: "Read keys" } as const;
const verb = {
  ...shared,
  permission: "owner",
  heeds: ["idempotency-key"],
  problems: ["not_found", "conflict"],
} as const;

export function readKeyRoutes(workings: ReadKeysServices): AdminRoute[] {
  return [
    route("listReadKeys", {
      ...shared,
      permission: "viewer",
      summary: "List read keys, oldest first",
      answers: { 200: { description: "One page" } },
      handle: (request) => list(workings, request),
    }),
    route("getReadKey", {
      ...shared,
      permission: "viewer",
      summary: "Get a read key",
      answers: { 200: { description: "The key" } },
      handle: (request) => get(workings, request),
    }),
    route("createReadKey", {
      ...verb,
      givesAccess: true,
      summary: "Create a read key",
      body: {
        example: { name: "ios app", platforms: ["ios"] },
      },
      answers: { 201: { description: "The key", headers: ["location"] } },
      problems: ["not_found", "conflict", "key_in_use"],
      handle: (request) => create(workings, request),
    }),
    route("importReadKey", {
      ...verb,
      givesAccess: true,
      summary: "Import a key that deployed apps already have",
      description: `The text is ${keyTextRule}, and must not be that of any other key of the installation, also a revoked one. With
\`key_in_use\`, administrators see that key in \`in_use\`.`,
      body: {
        example: { name: "apps of 2025", value: "legacy-key-0123456789" },
      },
      answers: { 201: { description: "The key", headers: ["location"] } },
      problems: ["not_found", "conflict", "key_in_use"],
      handle: (request) => importKey(workings, request),
    }),
    route("rotateReadKey", {
      ...verb,
      givesAccess: true,
      summary: "Rotate a read key",
      body: { example: { overlap: "P30D" } },
      answers: { 201: { description: "The new key, and the old one as it is now", headers: ["location"] } },
      handle: (request) => rotate(workings, request),
    }),
    route("patchReadKey", {
      ...verb,
      ...credentialPatchRules,
      summary: "Rename a read key, or change its expiry",
      description:
        "The end of a key that rehearses is fixed, and a key that was replaced at a rotation and has expired stays expired.",
      handle: (request) => change(workings, request, patchCredential),
    }),
    route("revokeReadKey", {
      ...verb,
      summary: "Revoke a read key",
      answers: { 200: { description: "The key as it is now" } },
      handle: (request) => change(workings, request, revokeCredential),
    }),
  ];
}

type ListRequest = AdminRequest<CredentialListQuery>;

async function list(workings: ReadKeysServices, request: ListRequest): Promise<AdminAnswer> {
  const { read_key: held } = (await stateOf(workings, request)).state;
  const now = workings.now();
  const { items, next } = await credentialPage(held, request.query, (key) => readKeyState(key, now));
  const body: ReadKeyList = { keys: await printListed(workings, projectIn(request), items, now), next };
  return { status: 200, body };
}

async function get(workings: ReadKeysServices, request: AdminRequest): Promise<AdminAnswer> {
  const { state } = await stateOf(workings, request);
  const id = request.params.key ?? "";
  const [body = null] = await printListed(workings, state.id, [[id, keyIn(state, id)]], workings.now());
  return { status: 200, body };
}

/** With their use. */
async function printListed(
  { catalog, store }: ReadKeysServices,
  project: string,
  keys: readonly (readonly [id: string, key: ReadKey])[],
  now: number,
): Promise<ListedReadKey[]> {
  const written = await store.lastUsed.of(keys.map(([id]) => keyName(project, id)));
  return keys.map(([id, key]) => {
    const lastUse = written.get(keyName(project, id)) ?? null;
    return { ...printReadKey(id, key, now), ...printKeyUse(catalog.usage.find(project, id), lastUse, now) };
  });
}

const pathToKey = (request: AdminRequest) => (key: string) => fillPath("getReadKey", { project: projectIn(request), key });

async function create(workings: ReadKeysServices, request: VerbRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const text = makeCredential("dbr_", await credentialSource(workings, request));
  const read = readBodyFields(readKeyRequest, request.body);
  const wanted = keyRequest(request.body, read, workings.now());
  const id = shortId("k_", workings.randomBytes);
  const made = (now: number) => newKey(wanted, text, now, false);
  const answer = (now: number) => printReadKey(id, made(now), now);
  return carryOut(workings, request, {
    pathTo: pathToKey(request),
    secret: { key: text },
    answer,
    edits: (_, now) => [{ kind: "read_key", id, value: made(now) }],
  });
}

async function importKey(workings: ReadKeysServices, request: VerbRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const { fields, problems } = readBodyFields(readKeyImport, request.body);
  const text = fields.value ?? "";
  const wrong = fields.value === undefined ? [] : wrongText(text).map((message) => ({ path: "value", message }));
  const { value: _, ...rest } = fields;
  const wanted = keyRequest(request.body, { fields: rest, problems: [...problems, ...wrong] }, workings.now());
  const id = shortId("k_", workings.randomBytes);
  const made = (now: number) => newKey(wanted, text, now, true);
  const answer = (now: number) => printReadKey(id, made(now), now);
  const edits = (_: ProjectState, now: number) => [{ kind: "read_key", id, value: made(now) } as const];
  try {
    return await carryOut(workings, request, { pathTo: pathToKey(request), answer, edits });
  } catch (error) {
    const isTold = error instanceof DrawbridgeError && error.code === "key_in_use" && request.requester.isAdministrator;
    throw isTold ? await whereInUse(workings, hashOfCredential(text)) : error;
  }
}

/** A read key ships inside apps, so an access token that is pasted by mistake must not become one. */
function wrongText(text: string): string[] {
  if (!isKeyText(text)) return [`expected ${keyTextRule}`];
  if (hasCredentialForm("dba_", text)) return ["expected a read key: this has the form of an access token, which is a secret"];
  return hasCredentialForm("dbf_", text) ? ["expected a read key: this has the form of a feed token, which is a secret"] : [];
}

async function rotate(workings: ReadKeysServices, request: VerbRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const text = makeCredential("dbr_", await credentialSource(workings, request));
  const { overlap, name } = rotation(request.body);
  const id = shortId("k_", workings.randomBytes);
  const oldId = request.params.key ?? "";
  let keys: { readonly old: ReadKey; readonly next: ReadKey } | undefined;
  return carryOut(workings, request, {
    pathTo: pathToKey(request),
    secret: { key: text },
    answer: (now) => (keys ? { ...printReadKey(id, keys.next, now), replaces: printReadKey(oldId, keys.old, now) } : {}),
    edits: (state, now) => {
      const held = keyIn(state, oldId);
      const stateNow = readKeyState(held, now);
      if (held.rehearsal) throw new DrawbridgeError("conflict", "A key that rehearses ends by itself: make another one instead.");
      if (stateNow !== "active") throw new DrawbridgeError("conflict", `The key is ${stateNow}: make another one instead.`);
      const until = Math.min(held.expiresAt ?? Number.POSITIVE_INFINITY, now + overlap);
      keys = {
        old: { ...held, expiresAt: until, replacedBy: id },
        next: newKey({ ...held, name: name ?? held.name, expiresAt: null }, text, now, false),
      };
      return [
        { kind: "read_key", id: oldId, value: keys.old },
        { kind: "read_key", id, value: keys.next },
      ];
    },
  });
}

async function change(
  workings: ReadKeysServices,
  request: VerbRequest,
  verb: typeof patchCredential<ReadKey>,
): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const id = request.params.key ?? "";
  return verb(workings, request, {
    find: (state) => keyIn(state, id),
    edit: (value) => ({ kind: "read_key", id, value }),
    print: (value, now) => printReadKey(id, value, now),
  });
}

/** Looked for in this project alone: another's id is nobody's here. */
function keyIn(state: ProjectState, id: string): ReadKey {
  const held = state.read_key.get(id)?.value;
  if (!held) throw new DrawbridgeError("not_found", "The project has no such key.");
  return held;
}
