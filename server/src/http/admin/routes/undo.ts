/** Undo: reverses the changes of one revision, and keeps later ones. */

import { type RevisionChange, type Undo, undoRefusal, undoSteps } from "drawbridge-rules/changes/undo.ts";
import { parseStoredResource } from "drawbridge-rules/project/stored-value.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import { undoRequest } from "drawbridge-rules/wire/history.ts";
import { mapYielding } from "../../../base/yielding-work.ts";
import type { CommittedChange, Store } from "../../../store/store.ts";
import { proposedAnswer, reversedAnswer } from "../answer/shared-answers.ts";
import { type WriteBackServices, writeBack } from "../change/write-back.ts";
import { projectNotFound, readProjectId } from "../request/addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";

interface UndoServices extends WriteBackServices {
  readonly store: Store;
}

export function undoRoutes(services: UndoServices): AdminRoute[] {
  return [
    route("undoRevision", {
      permission: "editor",
      tag: "History",
      summary: "Undo the changes of one revision",
      description:
        "Covers platforms, instances, windows and the project's own fields. " +
        "Keys, tokens, roles, protection and edits of single occurrences cannot be undone: a revision with only such changes is " +
        "`invalid`. Undoing a deletion restores the project without its keys.",
      usedHeaders: ["if-match", "idempotency-key"],
      body: { example: { revision: 41 } },
      answers: {
        200: reversedAnswer,
        ...proposedAnswer,
      },
      problems: ["refused", "conflict", "stale"],
      handle: (request) => undo(services, request),
    }),
  ];
}

async function undo(services: UndoServices, request: AdminRequest<EditQuery>): Promise<AdminAnswer> {
  const { store } = services;
  const project = readProjectId(request);
  if ((await store.projectRevision(project)) === 0) throw projectNotFound();
  const { fields, problems } = readBodyFields(undoRequest, request.body);
  refuseIfAny(problems, request.body, "the request");
  const revision = fields.revision ?? 0;
  const changes = await changesOf(services, request, project, revision);
  let found: Undo = { edits: [], warnings: [] };
  return writeBack(services, request, {
    edits: function* (state) {
      const refusal = undoRefusal(state, revision, changes);
      if (refusal !== null) refuseIfAny([{ path: "revision", message: refusal }], request.body, "the request");
      found = yield* undoSteps(state, revision, changes);
      return found.edits;
    },
    review: () => ({ warnings: found.warnings.map(({ path, message }) => ({ path, detail: message })) }),
  });
}

/** @throws invalid: no such revision of the project, or its changes are no longer kept */
async function changesOf(
  { store }: UndoServices,
  { body }: AdminRequest,
  project: string,
  revision: number,
): Promise<readonly RevisionChange[]> {
  const [commit] = await store.history(project, { before: revision + 1, since: revision - 1, limit: 1 });
  const floor = await store.floor();
  const refuse = (message: string) => refuseIfAny([{ path: "revision", message }], body, "the request");
  if (!commit) refuse("expected a revision that changed this project");
  if (revision <= floor) refuse(`is no longer in the history: expected a revision after ${floor}`);
  return mapYielding(commit?.changes ?? [], changeOf);
}

function changeOf({ kind, id, before, value }: CommittedChange): RevisionChange {
  const read = (text: string | null) =>
    text === null ? null : parseStoredResource({ kind, id, value: text, revision: 0 }).value;
  return { kind, id, before: read(before), after: read(value) } as RevisionChange;
}
