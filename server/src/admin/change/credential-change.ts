import type { Credential } from "drawbridge-rules/credentials/credential.ts";
import { checkCredential, credentialChoices } from "drawbridge-rules/credentials/credential-schema.ts";
import type { ReadKey } from "drawbridge-rules/credentials/read-key.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError, type Problem } from "drawbridge-rules/values/errors.ts";
import { absentMembers, type Members, readMembers, type Stored } from "drawbridge-rules/values/member.ts";
import { credentialPatch } from "drawbridge-rules/wire/credential.ts";
import type { verbQuery, Wire } from "drawbridge-rules/wire/values.ts";
import type { AdminServices } from "../admin-services.ts";
import type { AdminAnswer, AdminRequest, RequestBody } from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { projectNotFound, readProjectId } from "../request/permission.ts";
import { type FieldsRead, readBodyFields, refuseIfAny } from "../request/request-fields.ts";
import { withLines } from "../request/resource-form.ts";

interface ChoiceRules<M extends Members> {
  readonly choices: M;
  readonly check: (wanted: Stored<M>, now: number) => readonly Problem[];
  /** Members that the request omits; default: null where that is possible. */
  readonly held?: Partial<Stored<M>> | undefined;
  readonly what: string;
}

/** @throws invalid, with everything that is wrong */
export function readChoices<M extends Members>(
  body: RequestBody | null,
  { fields, problems }: FieldsRead<object>,
  { choices, check, held, what }: ChoiceRules<M>,
  now: number,
): Stored<M> {
  const wanted = readMembers(choices, fields, held ?? { name: "", ...absentMembers(choices) }, now);
  const named = new Set(problems.map(({ path }) => path));
  // Missing and malformed members are already reported.
  refuseIfAny([...problems, ...check(wanted, now).filter(({ path }) => !named.has(path))], body, what);
  return wanted;
}

type Changeable = Credential & Partial<Pick<ReadKey, "replacedBy" | "rehearsal">>;

export type CredentialChange = (held: Changeable, now: number) => Partial<Credential>;

export const revocation: CredentialChange = ({ revokedAt }, now) => ({ revokedAt: revokedAt ?? now });

/** The change throws conflict if it is revoked, or its end is fixed. @throws invalid */
export function readPatch(body: RequestBody | null, now: number): CredentialChange {
  const { fields, problems } = readBodyFields(credentialPatch, body);
  // A valid name, for a patch without one.
  const wanted = readMembers(credentialChoices, fields, { name: "-", expiresAt: null }, now);
  refuseIfAny([...problems, ...checkCredential(wanted, now)], body, "the change");
  return (held, at) => {
    const expiresAt = fields.expires_at === undefined ? held.expiresAt : wanted.expiresAt;
    if (held.revokedAt !== null) throw new DrawbridgeError("conflict", "The credential is revoked and can no longer be changed.");
    if (expiresAt !== held.expiresAt) checkEnd(held, at);
    return { name: fields.name ?? held.name, expiresAt };
  };
}

/** @throws conflict */
function checkEnd({ rehearsal, replacedBy, expiresAt }: Changeable, now: number): void {
  if (rehearsal) throw new DrawbridgeError("conflict", "The expiry of a rehearsal key is fixed: create another key instead.");
  if (replacedBy && expiresAt !== null && expiresAt <= now)
    throw new DrawbridgeError("conflict", `The key was replaced by ${replacedBy} and has expired, so it stays expired.`);
}

export type VerbRequest = AdminRequest<Wire<typeof verbQuery>>;

interface CredentialVerb {
  readonly pathTo?: (id: string) => string;
  readonly secret?: object;
  /** Without the revision and the secret; asked for after `edits`. */
  readonly answer: (now: number) => object | null;
  readonly edits: (state: ProjectState, now: number) => readonly Edit[];
}

/** @throws not_found, conflict, key_in_use, unavailable, and what `edits` throws */
export async function runCredentialVerb(
  services: AdminServices,
  request: VerbRequest,
  { pathTo, secret, answer, edits }: CredentialVerb,
): Promise<AdminAnswer> {
  const project = request.params.project === undefined ? "" : readProjectId(request);
  let at = services.now();
  const published = await withLines(request.body, "", () =>
    services.publisher.publish({
      project,
      actor: request.requester.actor,
      reason: request.query.reason ?? "",
      edits: (state, now) => {
        if (project !== "" && !findProject(state)) throw projectNotFound();
        at = now;
        return edits(state, now);
      },
      ...idempotencyRecord(request, () => answer(at) ?? {}),
    }),
  );
  const { head, before, isCommitted, replayed } = published;
  const fresh = { ...answer(at), revision: isCommitted ? head.revision : before.revision };
  const answered = replayed ? await replayedAnswer(services.store, project, replayed) : fresh;
  const body = { ...answered, ...secret };
  // A request that is sent again created the id of its first answer.
  return pathTo
    ? { status: 201, body, headers: { location: pathTo((body as { readonly id?: string }).id ?? "") } }
    : { status: 200, body };
}
