/** Undo: the changes of one revision are reversed, and later ones stay. */

import { type RevisionChange, type Undo, undoRefusal, undoSteps } from "drawbridge-rules/changes/undo.ts";
import { heldOf } from "drawbridge-rules/project/stored-value.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import { undoRequest } from "drawbridge-rules/wire/history.ts";
import { inTurns } from "../../base/work-in-turns.ts";
import type { CommittedChange, Store } from "../../store/store.ts";
import { noProject, projectIn } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { proposedAnswer, reversedAnswer } from "./shared-answers.ts";
import { type WriteBackServices, writeBack } from "./write-back.ts";

interface UndoServices extends WriteBackServices {
  readonly store: Store;
}

export function undoRoutes(workings: UndoServices): AdminRoute[] {
  return [
    route("undoRevision", {
      permission: "editor",
      tag: "History",
      summary: "Undo the changes of one revision",
      description:
        "Covers platforms, instances, windows and the project's own fields. Where a later revision changed the same resource, the dry " +
        "run warns. Keys, tokens, roles, protection and edits of single occurrences cannot be undone: a revision with nothing else is " +
        "`invalid`. The undo of a deletion brings the project back without its keys.",
      heeds: ["if-match", "idempotency-key"],
      body: { example: { revision: 41 } },
      answers: {
        200: reversedAnswer,
        ...proposedAnswer,
      },
      problems: ["refused", "conflict", "stale"],
      handle: (request) => undo(workings, request),
    }),
  ];
}

async function undo(workings: UndoServices, request: AdminRequest<EditQuery>): Promise<AdminAnswer> {
  const { store } = workings;
  const project = projectIn(request);
  if ((await store.projectRevision(project)) === 0) throw noProject();
  const { fields, problems } = readBodyFields(undoRequest, request.body);
  refuseIfAny(problems, request.body, "the request");
  const revision = fields.revision ?? 0;
  const changes = await changesOf(workings, request, project, revision);
  let found: Undo = { edits: [], warnings: [] };
  return writeBack(workings, request, {
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
  if (revision <= floor) refuse(`is no longer kept in detail: expected a revision after ${floor}`);
  return inTurns(commit?.changes ?? [], changeOf);
}

function changeOf({ kind, id, before, value }: CommittedChange): RevisionChange {
  const read = (text: string | null) => (text === null ? null : heldOf({ kind, id, value: text, revision: 0 }).value);
  return { kind, id, before: read(before), after: read(value) } as RevisionChange;
}
