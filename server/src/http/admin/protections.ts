/** What a project asks of whoever edits it: a reason, and a second pair of eyes. */

import {
  type ProtectionForm,
  printProtection,
  protectionFrom,
  protectionOf,
  protectionSchema,
} from "drawbridge-rules/changes/protection.ts";
import { type ProjectState, soleId } from "drawbridge-rules/project/project-state.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { AddressedProjectServices } from "./addressed-project.ts";
import { projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import type { ChangeServices } from "./change-answer.ts";
import { change, changeAnswer } from "./change-answer.ts";
import { type EditQuery, editQuerySchema } from "./edit-query.ts";
import { etagOf } from "./precondition.ts";
import { proposedAnswer } from "./proposal-wire.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { resourceAnswer } from "./resource-answer.ts";
import { revisionOf } from "./resource-change.ts";
import { changedAnswer, etag, revision, unchangedAnswer } from "./wire-schema.ts";

type ProtectionsServices = AddressedProjectServices & ChangeServices;

/** Whoever sends back what they read may leave in what is only read. */
const formSchema = z
  .strictObject({ ...protectionSchema.shape, revision: revision.optional(), etag: etag.optional() })
  .meta({ id: "ProtectionForm" });
const answerSchema = z.strictObject({ ...protectionSchema.shape, revision, etag }).meta({ id: "Protection" });

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
          description: "As it is now; both are false where nobody ever said anything",
          schema: answerSchema,
          headers: ["etag"],
        },
        304: unchangedAnswer,
      },
      handle: (request) => get(workings, request),
    }),
    route("putProtection", {
      ...shared,
      permission: "owner",
      summary: "Says what a project asks of whoever edits it",
      description: "It is always there, so it is never made: send the ETag that was read in If-Match.",
      query: editQuerySchema,
      heeds: ["if-match", "idempotency-key"],
      body: {
        types: ["application/json"],
        schema: formSchema,
        required: true,
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

function print(state: ProjectState, epoch: string): wire.Protection {
  const revision = revisionOf(state, resource) ?? 0;
  return { ...printProtection(protectionOf(state)), revision, etag: etagOf(epoch, revision) };
}

async function put(workings: ProtectionsServices, request: AdminRequest<EditQuery>): Promise<AdminAnswer> {
  const { fields, problems } = readBodyFields(formSchema, request.body);
  refuseIfAny(problems, request.body, "the request");
  const value = protectionFrom(fields as ProtectionForm);
  const changed = await change(workings, request, {
    project: projectIn(request),
    resource,
    mustExist: true,
    needsPrecondition: true,
    edits: () => [{ ...resource, value }],
  });
  return changeAnswer(changed, request);
}
