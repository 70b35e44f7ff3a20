import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import { checkReadKeyRequest, importChoices, type ReadKey, readKeyChoices } from "drawbridge-rules/credentials/read-key.ts";
import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { absentMembers, readMembers } from "drawbridge-rules/values/member.ts";
import type { ReadKeyInUse } from "drawbridge-rules/wire/problem.ts";
import { type ReadKeyAddress, readKeyAddress, readKeyMove } from "drawbridge-rules/wire/read-key.ts";
import type { reasonedQuery, Wire } from "drawbridge-rules/wire/values.ts";
import { shortId } from "../../base/short-id.ts";
import type { Claim } from "../../store/store.ts";
import type { AdminServices } from "../admin-services.ts";
import { printCredential } from "../answer/credential-wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";
import { withLines } from "../request/resource-form.ts";

type ReasonedRequest = AdminRequest<Wire<typeof reasonedQuery>>;

const shared = {
  tag: "Read keys",
  permission: "administrator",
  usedHeaders: ["idempotency-key"],
  problems: ["not_found", "conflict"],
} as const;

export function importedKeyRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("releaseReadKey", {
      ...shared,
      summary: "Release an imported key for import by any project",
      description: `Also works for a key that is revoked or expired, or whose project was deleted. The key is deleted from its project,
and apps that send it are answered 401 until a project imports it. A generated key cannot be released.`,
      body: { example: { project: "acme-shop", key: "k_m4t9wzq2hd" } },
      answers: { 200: { description: "The released key" } },
      handle: async (request) => {
        const { fields, problems: found } = readBodyFields(readKeyAddress, request.body);
        const address = addressed(fields, found);
        refuseIfAny(found, request.body, "the release");
        const { project, key } = address;
        const published = await services.publisher.publish({
          ...changeOf(request),
          project,
          edits: (state) =>
            state.read_key.has(key) ? [{ kind: "read_key", id: importedKeyIn(state, key).id, value: null }] : [],
          leftClaim: async (state) => (state.read_key.has(key) ? null : claimLeftBy(services, address)),
          ...idempotencyRecord(request, () => address),
        });
        const { head, replayed } = published;
        if (replayed) return { status: 200, body: await replayedAnswer(services.store, project, replayed) };
        return ok<"releaseReadKey">({ ...address, revision: head.revision });
      },
    }),
    route("moveReadKey", {
      ...shared,
      givesAccess: true,
      summary: "Move an imported key to another project",
      description: `The key gets a new id and is active in the target project, even if it was revoked or expired. Its name, scope and future
expiry are kept unless the request names others. Apps are answered throughout. A generated key cannot be moved.`,
      body: { example: { project: "acme-shop", key: "k_m4t9wzq2hd", to: "acme-travel" } },
      answers: { 200: { description: "The key in the target project, and its previous place" } },
      handle: (request) => move(services, request),
    }),
  ];
}

function addressed(fields: { readonly project?: string; readonly key?: string }, problems: Problem[]): ReadKeyAddress {
  const { project = "", key = "" } = fields;
  if (fields.project !== undefined && !isSlug(project)) problems.push({ path: "project", message: `expected ${slugRule}` });
  if (fields.key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(key))
    problems.push({ path: "key", message: "expected the id of a key" });
  return { project, key };
}

/** A key that was deleted with its project leaves its claim. @throws not_found, conflict */
async function claimLeftBy({ store }: AdminServices, { project, key }: ReadKeyAddress): Promise<Claim> {
  const claim = await store.claimOf(project, key);
  if (!claim) throw noKey();
  mustBeImported(claim);
  return claim;
}

async function move(services: AdminServices, request: ReasonedRequest): Promise<AdminAnswer> {
  const { fields, problems: found } = readBodyFields(readKeyMove, request.body);
  const address = addressed(fields, found);
  const { project, key } = address;
  const to = fields.to ?? "";
  if (fields.to !== undefined && !isSlug(to)) found.push({ path: "to", message: `expected ${slugRule}` });
  else if (fields.to === project) found.push({ path: "to", message: "expected a project other than the one that has the key" });
  refuseIfAny(found, request.body, "the move");
  const id = shortId("k_", services.randomBytes);
  let held: ReadKey | undefined;
  let moved: object = {};
  const published = await withLines(request.body, "", () =>
    services.publisher.publish({
      ...changeOf(request),
      project: to,
      beside: {
        project,
        edits: (state) => {
          held = importedKeyIn(state, key).value;
          return [{ kind: "read_key", id: key, value: null }];
        },
      },
      edits: (state, now) => {
        if (!findProject(state)) throw new DrawbridgeError("not_found", "The target project does not exist.");
        if (!held) throw noKey();
        const value = createMovedKey(held, fields, now);
        moved = { ...printCredential("read_key", id, value, now), project: to, moved_from: address };
        return [{ kind: "read_key", id, value }];
      },
      ...idempotencyRecord(request, () => moved),
    }),
  );
  const { head, replayed } = published;
  if (replayed) return { status: 200, body: await replayedAnswer(services.store, to, replayed) };
  return { status: 200, body: { ...moved, revision: head.revision } };
}

/** Makes the key active, even if it was revoked or expired. @throws invalid */
function createMovedKey(held: ReadKey, asked: Partial<Wire<typeof readKeyMove>>, now: number): ReadKey {
  const isOver = held.expiresAt !== null && held.expiresAt <= now;
  const chosen = readMembers(importChoices, asked, isOver ? { ...held, expiresAt: null } : held, now);
  const wanted = { ...absentMembers(readKeyChoices), ...chosen };
  throwIfAny(checkReadKeyRequest(wanted, now), "the key");
  return { ...held, ...wanted, createdAt: now, revokedAt: null, replacedBy: null };
}

function changeOf({ requester, query }: ReasonedRequest) {
  return { actor: requester.actor, reason: query.reason };
}

/** @throws not_found, conflict: the key was generated here */
function importedKeyIn({ read_key }: ProjectState, id: string): { readonly id: string; readonly value: ReadKey } {
  const value = read_key.get(id)?.value;
  if (!value) throw noKey();
  mustBeImported(value);
  return { id, value };
}

/** @throws conflict */
function mustBeImported({ imported }: { readonly imported: boolean }): void {
  if (imported) return;
  const text =
    "This key was generated here, and its text belongs to this key permanently. Only imported keys can be released or moved.";
  throw new DrawbridgeError("conflict", text);
}

function noKey(): DrawbridgeError {
  const text = "The project has no such key. A key whose project was deleted cannot move: release it, then import it.";
  return new DrawbridgeError("not_found", text);
}

/** Says which key has the text, so only for administrators. */
export async function describeKeyInUse({ catalog, store, now }: AdminServices, hash: string): Promise<DrawbridgeError> {
  const known = catalog.keyWithHash(hash);
  const claim = known ?? (await store.claimTo(hash));
  if (!claim) return inUse("a key of a deleted project, which the log no longer has", null);
  const { project, id } = claim;
  const what = `the key ${id} of the project ${project}`;
  if (!known) return inUse(`${what}, which was deleted. Release the key, then import it`, { project, key: id, state: "deleted" });
  const state = credentialState(known.value, now());
  const advice = known.value.imported ? "Move the key, or release it and import it" : "A generated key cannot be released";
  return inUse(`${what}, which is ${state}. ${advice}`, { project, key: id, state });
}

function inUse(detail: string, where: ReadKeyInUse | null): DrawbridgeError {
  const text = `This installation already has a key with this value: ${detail}.`;
  return new DrawbridgeError("key_in_use", text, [], undefined, { in_use: where });
}
