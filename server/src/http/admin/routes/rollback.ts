/** Going back: the old configuration is written again, as a new change. */

import { leftAlone, rollbackEdits } from "drawbridge-rules/changes/rollback.ts";
import { findProject } from "drawbridge-rules/project/project-state.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import { rollbackRequest } from "drawbridge-rules/wire/history.ts";
import { parseProjectRows } from "../../../project-states.ts";
import type { Store } from "../../../store/store.ts";
import { proposedAnswer, reversedAnswer } from "../answer/shared-answers.ts";
import { type WriteBackServices, writeBack } from "../change/write-back.ts";
import { projectNotFound, readProjectId } from "../request/addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";

interface RollbackServices extends WriteBackServices {
  readonly store: Store;
}

export function rollbackRoutes(services: RollbackServices): AdminRoute[] {
  return [
    route("rollBack", {
      permission: "editor",
      tag: "History",
      summary: "Restore the configuration to a revision",
      description:
        "Keys, tokens and edits of single occurrences stay as they are. A deleted project is restored without its keys.",
      usedHeaders: ["if-match", "idempotency-key"],
      body: { example: { to: 41 } },
      answers: {
        200: reversedAnswer,
        ...proposedAnswer,
      },
      problems: ["refused", "conflict", "stale"],
      handle: (request) => rollBack(services, request),
    }),
  ];
}

async function rollBack(services: RollbackServices, request: AdminRequest<EditQuery>): Promise<AdminAnswer> {
  const { store } = services;
  const project = readProjectId(request);
  if ((await store.projectRevision(project)) === 0) throw projectNotFound();
  const { fields, problems } = readBodyFields(rollbackRequest, request.body);
  refuseIfAny(problems, request.body, "the request");
  const to = fields.to ?? 0;
  const { revision } = await store.head();
  const floor = await store.floor();
  if (to > 0 && to < floor)
    refuseIfAny(
      [{ path: "to", message: `is no longer in the history: expected revision ${floor} or later` }],
      request.body,
      "the request",
    );
  const past = await parseProjectRows(project, to, to > 0 && to <= revision ? await store.rowsAt(project, to) : []);
  if (!findProject(past))
    refuseIfAny([{ path: "to", message: "expected a revision at which the project existed" }], request.body, "the request");
  return writeBack(services, request, {
    edits: (state) => rollbackEdits(state, past),
    review: (before) => ({ warnings: [], left_alone: leftAlone(before) }),
  });
}
