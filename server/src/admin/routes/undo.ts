import type { Plan } from "drawbridge-rules/changes/plan.ts";
import { rollbackEdits, unaffectedResources } from "drawbridge-rules/changes/rollback.ts";
import { type RevisionChange, type Undo, undoRefusal, undoSteps } from "drawbridge-rules/changes/undo.ts";
import { printWarning } from "drawbridge-rules/describe/warning.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { parseStoredResource } from "drawbridge-rules/project/stored-value.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { ChangeAnswer, EditQuery } from "drawbridge-rules/wire/change.ts";
import { undoRequest } from "drawbridge-rules/wire/history.ts";
import type { Warning } from "drawbridge-rules/wire/warning.ts";
import { mapYielding } from "../../base/yielding-work.ts";
import { parseProjectRows } from "../../log/project-states.ts";
import type { EditsForState, Published } from "../../log/publisher.ts";
import type { CommittedChange } from "../../store/store.ts";
import type { AdminServices } from "../admin-services.ts";
import { change } from "../change/change-answer.ts";
import { planNames, printPlan } from "../change/plan-answer.ts";
import type { ResourceChange } from "../change/resource-change.ts";
import {
  type AdminAnswer,
  type AdminRequest,
  type AdminRoute,
  proposedAnswer,
  reversedAnswer,
  route,
} from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { projectNotFound, readProjectId } from "../request/permission.ts";
import { formatEtag } from "../request/precondition.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";

export function undoRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("undo", {
      permission: "editor",
      tag: "History",
      summary: "Undo the changes of one revision, or restore the configuration of a revision",
      description:
        "`revision` reverses the changes of that revision, and keeps later ones. `to` restores the whole configuration as it was right " +
        "after a revision. Covers platforms, instances, windows and the project's own fields. " +
        "Keys, tokens, roles, protection and edits of single occurrences cannot be undone: a revision with only such changes is " +
        "`invalid`. A deleted project is restored without its keys.",
      usedHeaders: ["if-match", "idempotency-key"],
      body: { example: { revision: 41 } },
      answers: { 200: reversedAnswer, ...proposedAnswer },
      problems: ["refused", "conflict", "stale"],
      handle: async (request) => {
        const project = readProjectId(request);
        if ((await services.store.projectRevision(project)) === 0) throw projectNotFound();
        const { fields, problems } = readBodyFields(undoRequest, request.body);
        const { revision, to } = fields;
        const isOne = (revision === undefined) !== (to === undefined);
        const choice = { path: "revision", message: "expected exactly one of `revision` and `to`" };
        refuseIfAny(isOne || problems.length > 0 ? problems : [choice], request.body, "the request");
        const wanted =
          to === undefined
            ? await undoingRevision(services, request, project, revision ?? 0)
            : await restoring(services, request, project, to);
        return writeBack(services, request, wanted);
      },
    }),
  ];
}

/** @throws invalid: no such revision of the project, or its changes are gone */
async function undoingRevision(
  { store }: AdminServices,
  request: AdminRequest,
  project: string,
  revision: number,
): Promise<WriteBack> {
  const [commit] = await store.history(project, { before: revision + 1, since: revision - 1, limit: 1 });
  const floor = await store.floor();
  if (!commit) refuse(request, "revision", "expected a revision that changed this project");
  if (revision <= floor) refuse(request, "revision", `is no longer in the history: expected a revision after ${floor}`);
  const changes = await mapYielding(commit?.changes ?? [], changeOf);
  let found: Undo = { edits: [], warnings: [] };
  return {
    reverts: { undone: revision },
    edits: function* (state) {
      const refusal = undoRefusal(state, revision, changes);
      if (refusal !== null) refuse(request, "revision", refusal);
      found = yield* undoSteps(state, revision, changes);
      return found.edits;
    },
    review: () => ({ warnings: found.warnings }),
  };
}

function changeOf({ kind, id, before, value }: CommittedChange): RevisionChange {
  const read = (text: string | null) =>
    text === null ? null : parseStoredResource({ kind, id, value: text, revision: 0 }).value;
  return { kind, id, before: read(before), after: read(value) } as RevisionChange;
}

/** @throws invalid: the project did not exist then, or the log begins later */
async function restoring({ store }: AdminServices, request: AdminRequest, project: string, to: number): Promise<WriteBack> {
  const { revision } = await store.head();
  const floor = await store.floor();
  if (to > 0 && to < floor) refuse(request, "to", `is no longer in the history: expected revision ${floor} or later`);
  const past = await parseProjectRows(project, to, to > 0 && to <= revision ? await store.rowsAt(project, to) : []);
  if (!findProject(past)) refuse(request, "to", "expected a revision at which the project existed");
  return {
    reverts: { restored: to },
    edits: (state) => rollbackEdits(state, past),
    review: (before) => ({ warnings: [], unaffected: unaffectedResources(before) }),
  };
}

function refuse({ body }: AdminRequest, path: string, message: string): void {
  refuseIfAny([{ path, message }], body, "the request");
}

type BackReview = { readonly warnings: readonly Warning[] } & Pick<ChangeAnswer, "unaffected">;

interface WriteBack {
  readonly reverts: NonNullable<ResourceChange["reverts"]>;
  readonly edits: EditsForState;
  readonly review: (before: ProjectState) => BackReview;
}

/** @throws as the publisher */
async function writeBack(
  services: AdminServices,
  request: AdminRequest<EditQuery>,
  { reverts, edits, review }: WriteBack,
): Promise<AdminAnswer> {
  const { store } = services;
  const project = readProjectId(request);
  const isDry = request.query.dry_run === true;
  let before: ProjectState | undefined;
  const answer = function* (plan: Plan): Steps<object> {
    return { ...printPlan(plan, false), ...(before ? { names: yield* planNames(before, plan) } : {}) };
  };
  const { published, body, proposed } = await change(services, request, {
    project,
    resource: "project",
    mustExist: false,
    needsPrecondition: request.headers.has("if-match"),
    edits: (state, now) => {
      before = state;
      return edits(state, now);
    },
    reverts,
    ...(isDry ? {} : idempotencyRecord(request, answer)),
  });
  if (proposed) return { status: 202, body: { ...proposed, plan: withReview(proposed.plan, published, review) } };
  if (isDry) return { status: 200, body: withReview(body, published, review) };
  if (!published.replayed) return { status: 200, body };
  const replayed = await replayedAnswer(store, project, published.replayed);
  return { status: 200, body: { ...replayed, etag: formatEtag(published.head.epoch, replayed.revision) } };
}

function withReview(answer: ChangeAnswer, { before, plan }: Published, review: WriteBack["review"]): ChangeAnswer {
  const { warnings, ...more } = review(before);
  const restored: Warning[] = findProject(before) ? [] : [{ code: "restored_without_keys", path: "" }];
  const added = [...warnings, ...restored].map((warning) => printWarning(warning, plan.reader));
  return { ...answer, ...more, warnings: [...answer.warnings, ...added] };
}
