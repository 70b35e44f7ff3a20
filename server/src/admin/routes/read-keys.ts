import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import { generateCredential, hasCredentialForm } from "drawbridge-rules/credentials/credential-text.ts";
import {
  checkReadKeyRequest,
  isKeyText,
  keyTextRule,
  type ReadKey,
  readKeyChoices,
} from "drawbridge-rules/credentials/read-key.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DAY, parseDuration } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { type ListedReadKey, readKeyImport, readKeyRequest, readKeyRotation } from "drawbridge-rules/wire/read-key.ts";
import { hashCredential } from "../../base/hash.ts";
import { shortId } from "../../base/short-id.ts";
import { createReadKey } from "../../log/credential-index.ts";
import { keyName } from "../../reads/usage/read-usage.ts";
import type { AdminServices } from "../admin-services.ts";
import { printCredential } from "../answer/credential-wire.ts";
import { readChoices, runCredentialVerb, type VerbRequest } from "../change/credential-change.ts";
import { type AdminAnswer, type AdminRoute, type RequestBody, route } from "../request/admin-route.ts";
import { credentialSource } from "../request/idempotency.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";
import {
  type CredentialRoutes,
  type Credentials,
  createdPath,
  credentialRoutes,
  findCredential,
  findHolder,
} from "./credentials.ts";
import { describeKeyInUse } from "./imported-keys.ts";
import { printKeyUse } from "./usage.ts";

const rules = { choices: readKeyChoices, check: checkReadKeyRequest, what: "the key" };

const readKeys: CredentialRoutes<"read_key"> = {
  kind: "read_key",
  suffix: "ReadKey",
  parameter: "key",
  tag: "Read keys",
  permission: { read: "viewer", change: "owner" },
  problems: ["not_found", "conflict"],
  texts: {
    a: "a read key",
    all: "read keys",
    the: "The key",
    patch: {
      description: "The expiry of a rehearsal key is fixed. A key that was replaced at a rotation and has expired stays expired.",
    },
    missing: "The project has no such key.",
  },
  example: { name: "ios app", platforms: ["ios"] },
  form: () => ({ prefix: "dbr_", idPrefix: "k_" }),
  secret: (key) => ({ key }),
  read: ({ body }, now) => ({
    ...readChoices(body, readBodyFields(readKeyRequest, body), rules, now),
    imported: false,
    mistyped: false,
    replacedBy: null,
  }),
  print: printListed,
};

export function readKeyRoutes(services: AdminServices): AdminRoute[] {
  const verb = {
    tag: readKeys.tag,
    permission: readKeys.permission.change,
    usedHeaders: ["idempotency-key"],
    givesAccess: true,
  } as const;
  return credentialRoutes(services, readKeys).toSpliced(
    3,
    0,
    route("importReadKey", {
      ...verb,
      summary: "Import a key that deployed apps already have",
      description: `The text is ${keyTextRule}, and must not be that of any other key of the installation, also a revoked one. With
\`key_in_use\`, administrators see that key in \`in_use\`.`,
      body: { example: { name: "apps of 2025", value: "legacy-key-0123456789" } },
      answers: { 201: { description: "The key", headers: ["location"] } },
      problems: ["not_found", "conflict", "key_in_use"],
      handle: async (request) => {
        await findHolder(services, request);
        const { fields, problems } = readBodyFields(readKeyImport, request.body);
        const text = fields.value ?? "";
        const wrong = fields.value === undefined ? [] : wrongText(text).map((message) => ({ path: "value", message }));
        const { value: _, ...rest } = fields;
        const wanted = readChoices(request.body, { fields: rest, problems: [...problems, ...wrong] }, rules, services.now());
        const id = shortId("k_", services.randomBytes);
        const made = (now: number) => createReadKey(wanted, text, now, true);
        const answer = (now: number) => printCredential("read_key", id, made(now), now);
        const edits = (_: ProjectState, now: number) => [{ kind: "read_key", id, value: made(now) } as const];
        try {
          return await runCredentialVerb(services, request, { pathTo: createdPath(readKeys, request), answer, edits });
        } catch (error) {
          const isTold = error instanceof DrawbridgeError && error.code === "key_in_use" && request.requester.isAdministrator;
          throw isTold ? await describeKeyInUse(services, hashCredential(text)) : error;
        }
      },
    }),
    route("rotateReadKey", {
      ...verb,
      summary: "Rotate a read key",
      body: { example: { overlap: "P30D" } },
      answers: { 201: { description: "The new key, and the old one after the rotation", headers: ["location"] } },
      problems: readKeys.problems,
      handle: (request) => rotate(services, request),
    }),
  );
}

export async function printListed(
  { catalog, store }: AdminServices,
  project: string,
  keys: Credentials<"read_key">,
  now: number,
): Promise<ListedReadKey[]> {
  const written = await store.lastUsed.of(keys.map(([id]) => keyName(project, id)));
  return keys.map(([id, key]) => {
    const lastUse = written.get(keyName(project, id)) ?? null;
    return { ...printCredential("read_key", id, key, now), ...printKeyUse(catalog.usage.find(project, id), lastUse, now) };
  });
}

/** A read key ships inside apps: an access token pasted by mistake must not become one. */
function wrongText(text: string): string[] {
  if (!isKeyText(text)) return [`expected ${keyTextRule}`];
  if (hasCredentialForm("dba_", text)) return ["expected a read key: this has the form of an access token, which is a secret"];
  return hasCredentialForm("dbf_", text)
    ? ["expected a read key: this has the form of a calendar's token, which is a secret"]
    : [];
}

async function rotate(services: AdminServices, request: VerbRequest): Promise<AdminAnswer> {
  await findHolder(services, request);
  const text = generateCredential("dbr_", await credentialSource(services, request));
  const { overlap, name } = readRotation(request.body);
  const id = shortId("k_", services.randomBytes);
  const oldId = request.params.key ?? "";
  let keys: { readonly old: ReadKey; readonly next: ReadKey } | undefined;
  return runCredentialVerb(services, request, {
    pathTo: createdPath(readKeys, request),
    secret: { key: text },
    answer: (now) =>
      keys
        ? { ...printCredential("read_key", id, keys.next, now), replaces: printCredential("read_key", oldId, keys.old, now) }
        : {},
    edits: (state, now) => {
      const held = findCredential(readKeys, state, oldId);
      const stateNow = credentialState(held, now);
      if (held.rehearsal) throw new DrawbridgeError("conflict", "A rehearsal key cannot be rotated: create another one instead.");
      if (stateNow !== "active") throw new DrawbridgeError("conflict", `The key is ${stateNow}: create another one instead.`);
      const until = Math.min(held.expiresAt ?? Number.POSITIVE_INFINITY, now + overlap);
      keys = {
        old: { ...held, expiresAt: until, replacedBy: id },
        next: createReadKey({ ...held, name: name ?? held.name, expiresAt: null }, text, now, false),
      };
      return [
        { kind: "read_key", id: oldId, value: keys.old },
        { kind: "read_key", id, value: keys.next },
      ];
    },
  });
}

export const defaultOverlap = 30 * DAY;
const longestOverlap = 366 * DAY;

function readRotation(body: RequestBody | null): { readonly overlap: number; readonly name: string | undefined } {
  const { fields, problems: found } = readBodyFields(readKeyRotation, body);
  const overlap = fields.overlap === undefined ? defaultOverlap : parseDuration(fields.overlap);
  if (overlap === null || overlap > longestOverlap) {
    found.push({ path: "overlap", message: "expected a duration of at most 366 days, such as 30d, or 0s for none" });
  }
  if (fields.name !== undefined) readLine(fields.name, "name", found, 100);
  refuseIfAny(found, body, "the rotation");
  return { overlap: overlap ?? defaultOverlap, name: fields.name };
}
