/** Get the protection of a project: a reason, and a second pair of eyes. */

import { protectionOf } from "drawbridge-rules/changes/protection.ts";
import { type ProjectState, soleId } from "drawbridge-rules/project/project-state.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import { type Protection, protectionFormSchema } from "drawbridge-rules/wire/protection.ts";
import { type AddressedProjectServices, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { type ChangeServices, change, changeAnswer } from "./change-answer.ts";
import { etagOf } from "./precondition.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { resourceAnswer } from "./resource-answer.ts";
import { revisionOf } from "./resource-change.ts";
import { changedAnswer, proposedAnswer, unchangedAnswer } from "./shared-answers.ts";

type ProtectionsServices = AddressedProjectServices & ChangeServices;

const resource = { kind: "protection", id: soleId } as const;
const shared = { tag: "Protection" } as const;

export function protectionRoutes(workings: ProtectionsServices): AdminRoute[] {
  return [
    route("getProtection", {
      ...shared,
      permission: "viewer",
      summary: "What a project asks of whoever edits it",
      heeds: ["if-none-match"],
      answers: {
        200: {
          description: "The protection; both members are false by default",
          headers: ["etag"],
        },
        304: unchangedAnswer,
      },
      handle: (request) => get(workings, request),
    }),
    route("putProtection", {
      ...shared,
      permission: "owner",
      summary: "Edit the protection of a project",
      description: "Protection always exists: send its ETag in If-Match.",
      heeds: ["if-match", "idempotency-key"],
      body: {
        example: { four_eyes: true, reason_required: true },
      },
      answers: {
        200: changedAnswer,
        ...proposedAnswer,
      },
      problems: ["stale", "precondition_required", "refused", "conflict"],
      handle: (request) => put(workings, request),
    }),
  ];
}

async function get(workings: ProtectionsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const body = print(state, epoch);
  return resourceAnswer(request, body.etag, body);
}

function print(state: ProjectState, epoch: string): Protection {
  const { fourEyes, reasonRequired } = protectionOf(state);
  const revision = revisionOf(state, resource) ?? 0;
  return { four_eyes: fourEyes, reason_required: reasonRequired, revision, etag: etagOf(epoch, revision) };
}

async function put(workings: ProtectionsServices, request: AdminRequest<EditQuery>): Promise<AdminAnswer> {
  const { fields, problems } = readBodyFields(protectionFormSchema, request.body);
  refuseIfAny(problems, request.body, "the request");
  const value = { fourEyes: fields.four_eyes ?? false, reasonRequired: fields.reason_required ?? false };
  const changed = await change(workings, request, {
    project: projectIn(request),
    resource,
    mustExist: true,
    needsPrecondition: true,
    edits: () => [{ ...resource, value }],
  });
  return changeAnswer(changed, request);
}
