/** Going back: the old configuration is written again, as a new change. */

import { leftAlone, rollbackEdits } from "drawbridge-rules/changes/rollback.ts";
import { projectOf } from "drawbridge-rules/project/project-state.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import { rollbackRequest } from "drawbridge-rules/wire/history.ts";
import { stateOfRows } from "../../project-states.ts";
import type { Store } from "../../store/store.ts";
import { noProject, projectIn } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { proposedAnswer, reversedAnswer } from "./shared-answers.ts";
import { type WriteBackServices, writeBack } from "./write-back.ts";

interface RollbackServices extends WriteBackServices {
  readonly store: Store;
}

export function rollbackRoutes(workings: RollbackServices): AdminRoute[] {
  return [
    route("rollBack", {
      permission: "editor",
      tag: "History",
      summary: "Restore the configuration to a revision",
      description:
        "Keys, tokens and edits of single occurrences stay as they are. A deleted project is restored without its keys.",
      heeds: ["if-match", "idempotency-key"],
      body: { example: { to: 41 } },
      answers: {
        200: reversedAnswer,
        ...proposedAnswer,
      },
      problems: ["refused", "conflict", "stale"],
      handle: (request) => rollBack(workings, request),
    }),
  ];
}

async function rollBack(workings: RollbackServices, request: AdminRequest<EditQuery>): Promise<AdminAnswer> {
  const { store } = workings;
  const project = projectIn(request);
  if ((await store.projectRevision(project)) === 0) throw noProject();
  const { fields, problems } = readBodyFields(rollbackRequest, request.body);
  refuseIfAny(problems, request.body, "the request");
  const to = fields.to ?? 0;
  const { revision } = await store.head();
  const floor = await store.floor();
  if (to > 0 && to < floor)
    refuseIfAny(
      [{ path: "to", message: `is not kept any more: expected revision ${floor}, or a later one` }],
      request.body,
      "the request",
    );
  const past = await stateOfRows(project, to, to > 0 && to <= revision ? await store.rowsAt(project, to) : []);
  if (!projectOf(past))
    refuseIfAny([{ path: "to", message: "expected a revision at which the project existed" }], request.body, "the request");
  return writeBack(workings, request, {
    edits: (state) => rollbackEdits(state, past),
    review: (before) => ({ warnings: [], left_alone: leftAlone(before) }),
  });
}
