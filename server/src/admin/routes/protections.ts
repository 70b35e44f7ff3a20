import { readProtection } from "drawbridge-rules/changes/protection.ts";
import { printWarning } from "drawbridge-rules/describe/warning.ts";
import { type ProjectState, soleId } from "drawbridge-rules/project/project-state.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { type Protection, protectionFormSchema } from "drawbridge-rules/wire/protection.ts";
import type { Warning } from "drawbridge-rules/wire/warning.ts";
import { listInactive } from "../../accounts/revoke-access.ts";
import type { AdminServices } from "../admin-services.ts";
import { change, changeAnswer } from "../change/change-answer.ts";
import { type Changed, currentRevision } from "../change/resource-change.ts";
import { type AdminRoute, changedAnswer, proposedAnswer, route, unchangedAnswer } from "../request/admin-route.ts";
import { loadProjectState, readProjectId } from "../request/permission.ts";
import { formatEtag, resourceAnswer } from "../request/precondition.ts";
import { requireBodyFields } from "../request/request-fields.ts";

const resource = { kind: "protection", id: soleId } as const;
const shared = { tag: "Protection" } as const;

export function protectionRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getProtection", {
      ...shared,
      permission: "viewer",
      summary: "Get the protection of a project",
      usedHeaders: ["if-none-match"],
      answers: {
        200: {
          description: "The protection; both members are false by default",
          headers: ["etag"],
        },
        304: unchangedAnswer,
      },
      handle: async (request) => {
        const { state, epoch } = await loadProjectState(services, request);
        const body = print(state, epoch);
        return resourceAnswer(request, body.etag, body);
      },
    }),
    route("putProtection", {
      ...shared,
      permission: "owner",
      summary: "Edit the protection of a project",
      description: "Protection always exists: send its ETag in If-Match.",
      usedHeaders: ["if-match", "idempotency-key"],
      body: { example: { four_eyes: true, reason_required: true } },
      answers: { 200: changedAnswer, ...proposedAnswer },
      problems: ["stale", "precondition_required", "refused", "conflict"],
      handle: async (request) => {
        const fields = requireBodyFields(protectionFormSchema, request.body);
        const value = { fourEyes: fields.four_eyes, reasonRequired: fields.reason_required };
        const changed = await change(services, request, {
          project: readProjectId(request),
          resource,
          mustExist: true,
          needsPrecondition: true,
          edits: () => [{ ...resource, value }],
        });
        const warnings = value.fourEyes ? await approverWarnings(services, changed.published.before) : [];
        return changeAnswer(withWarnings(changed, warnings), request);
      },
    }),
  ];
}

function print(state: ProjectState, epoch: string): Protection {
  const { fourEyes, reasonRequired } = readProtection(state);
  const revision = currentRevision(state, resource) ?? 0;
  return { four_eyes: fourEyes, reason_required: reasonRequired, revision, etag: formatEtag(epoch, revision) };
}

/** A second person must approve: with one or none who can, nothing is published but by override. */
async function approverWarnings({ grants, store }: AdminServices, { grant }: ProjectState): Promise<Warning[]> {
  const editors = [...grant].flatMap(([id, { value }]) => (value.role === "editor" || value.role === "owner" ? [id] : []));
  const ids = [...new Set([...editors, ...grants.administrators])];
  const approvers = ids.length - (await listInactive(ids, store)).size;
  return approvers > 1 ? [] : [{ code: "too_few_approvers", path: "protection.four_eyes", approvers }];
}

function withWarnings(changed: Changed, warnings: readonly Warning[]): Changed {
  const more = warnings.map((warning) => printWarning(warning, changed.published.plan.reader));
  const add = (answer: ChangeAnswer) => ({ ...answer, warnings: [...answer.warnings, ...more] });
  const { body, proposed } = changed;
  return { ...changed, body: add(body), proposed: proposed && { ...proposed, plan: add(proposed.plan) } };
}
