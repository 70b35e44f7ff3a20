import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import type { verbQuery, Wire } from "drawbridge-rules/wire/values.ts";
import type { AdminServices } from "../admin-services.ts";
import { projectNotFound, readProjectId } from "../request/addressed-project.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { withLines } from "../request/resource-form.ts";

export type VerbRequest = AdminRequest<Wire<typeof verbQuery>>;

interface CredentialVerb {
  /** Path of the created resource, by its id; absent means none is created. */
  readonly pathTo?: (id: string) => string;
  readonly secret?: object;
  /** All of the answer but the revision and the secret; asked for after `edits`. */
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
