import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { namesOf } from "drawbridge-rules/describe/reader.ts";
import { printWarning } from "drawbridge-rules/describe/warning.ts";
import { occurrencePrinter } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { findWindow } from "drawbridge-rules/occurrence/window-occurrences.ts";
import { isAtLeast } from "drawbridge-rules/people/role.ts";
import { findProject } from "drawbridge-rules/project/project-state.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { instantProblem, parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { applyMaintenanceVerb, type MaintenanceVerb, type VerbOutcome } from "drawbridge-rules/verbs/maintenance-verb.ts";
import { type ListPosition, MaintenanceList } from "drawbridge-rules/windows/maintenance-list.ts";
import type { occurrenceMoveQuery } from "drawbridge-rules/wire/change.ts";
import type { MaintenanceListQuery, OccurrenceTimes } from "drawbridge-rules/wire/maintenance.ts";
import type { Wire } from "drawbridge-rules/wire/values.ts";
import { defaultPageSize } from "drawbridge-rules/wire/values.ts";
import { mapYielding } from "../../base/yielding-work.ts";
import { checkReviewedPlan } from "../../log/publisher.ts";
import type { AdminServices } from "../admin-services.ts";
import { actionsOf } from "../answer/marks-wire.ts";
import { verbReaders } from "../change/maintenance-request.ts";
import { checkProposeQuery, propose } from "../change/proposing.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, proposedAnswer, route } from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { printCursor, readCursor } from "../request/page.ts";
import { loadProjectState, projectNotFound, readProjectId } from "../request/permission.ts";

type VerbRequest = AdminRequest<Wire<typeof occurrenceMoveQuery>>;

const shared = { tag: "Maintenance" } as const;
const verb = {
  ...shared,
  permission: "operator",
  usedHeaders: ["idempotency-key"],
  problems: ["not_found", "conflict", "refused"],
  answers: { 200: { description: "The occurrence after the change" } },
} as const;

export function maintenanceRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listMaintenance", {
      ...shared,
      permission: "viewer",
      summary: "List active and upcoming occurrences with warnings",
      answers: { 200: { description: "Occurrences in order of start, with canceled ones" } },
      handle: async (request) => {
        const { state } = await loadProjectState(services, request);
        const now = services.now();
        const { planned, warnings, window } = request.query;
        const wanted = { ...listSpan(request, now), planned: planned === true, warnings: warnings !== false };
        const found = new MaintenanceList(state, wanted, now);
        if (window === undefined) await mapYielding(found.lookUp(), () => undefined);
        else if (state.window.has(window)) await mapYielding(found.lookAt(findWindow(state, window)), () => undefined);
        const reader = { zone: "UTC", now, names: namesOf(state) };
        const actions = await actionsOf(services, state, found.statuses);
        return ok<"listMaintenance">({
          occurrences: await mapYielding(found.statuses, occurrencePrinter(state, actions).listed),
          more: found.more,
          next: found.next && printCursor([found.next.start, found.next.name]),
          warnings: found.warnings.map((warning) => printWarning(warning, reader)),
        });
      },
    }),
    route("startMaintenance", {
      ...verb,
      summary: "Start maintenance now",
      description:
        "Starts the next occurrence of a window, or creates a window. Active maintenance continues; with `for` or `until` it ends no earlier than that.",
      body: { example: { for: "PT30M", instances: ["eu-1"], message: { en: "Back at {end_time}." } } },
      handle: (request) => act(services, request, "start"),
    }),
    route("extendMaintenance", {
      ...verb,
      summary: "Extend an occurrence",
      description:
        "Exactly one of `by`, `until` and `lease`. Without `window` and `occurrence`: the only active window that was started by hand.",
      body: { example: { window: "db-upgrade", by: "PT15M" } },
      handle: (request) => act(services, request, "extend"),
    }),
    route("completeMaintenance", {
      ...verb,
      summary: "Complete active maintenance",
      description: "Without `window` and `occurrence`: the only active window that was started by hand.",
      body: { example: { window: "db-upgrade" } },
      handle: (request) => act(services, request, "complete"),
    }),
    route("cancelMaintenance", {
      ...verb,
      summary: "Cancel an upcoming occurrence",
      body: { example: { occurrence: "db-upgrade/2026-12-06T02:00" } },
      handle: (request) => act(services, request, "cancel"),
    }),
    route("moveMaintenance", {
      ...verb,
      answers: { ...verb.answers, ...proposedAnswer },
      summary: "Move an upcoming occurrence",
      body: { example: { occurrence: "db-upgrade/2026-12-06T02:00", start: "2026-12-07T02:00" } },
      handle: (request) => act(services, request, "move"),
    }),
  ];
}

async function act(services: AdminServices, request: VerbRequest, name: MaintenanceVerb["verb"]): Promise<AdminAnswer> {
  await loadProjectState(services, request);
  const project = readProjectId(request);
  const wanted = verbReaders[name](request.body, services.now());
  checkProposeQuery(request.query);
  if (request.query.propose !== undefined && request.query.dry_run !== true) return proposeVerb(services, request, wanted);
  let done: (VerbOutcome & { readonly times: OccurrenceTimes }) | undefined;
  const answer = () => (done ? { ...done.times, changed: done.edits.length > 0, dry_run: false } : {});
  const publishing = services.publisher.publish({
    project,
    actor: request.requester.actor,
    reason: request.query.reason ?? "",
    override: request.query.override ?? [],
    mayBreakGlass: isAtLeast(request.requester.roleIn(project), "owner"),
    dryRun: request.query.dry_run === true,
    edits: (state, now) => {
      if (!findProject(state)) throw projectNotFound();
      const outcome = applyMaintenanceVerb(state, wanted, now);
      done = { ...outcome, times: occurrencePrinter(applyEdits(state, outcome.edits)).times(outcome.status) };
      return done.edits;
    },
    ...idempotencyRecord(request, answer),
  });
  const { override = [], reason = "", dry_run = false } = request.query;
  // A dry run is refused as the verb itself would be.
  const checked = publishing.then((found) => {
    if (dry_run) checkReviewedPlan(found.plan, { override, reason }, "");
    return found;
  });
  const published = await asked(request, checked, () => done?.status.occurrence.window);
  const { head, before, isCommitted, replayed } = published;
  if (replayed) return { status: 200, body: await replayedAnswer(services.store, project, replayed) };
  const revision = isCommitted ? head.revision : before.revision;
  return { status: 200, body: { ...answer(), revision, dry_run } };
}

/** Only of a move: the others are for now. */
async function proposeVerb(services: AdminServices, request: VerbRequest, wanted: MaintenanceVerb): Promise<AdminAnswer> {
  const { proposed } = await propose(services, request, {
    project: readProjectId(request),
    resource: "project",
    mustExist: true,
    needsPrecondition: false,
    edits: (state, now) => applyMaintenanceVerb(state, wanted, now).edits,
    ...idempotencyRecord(request, () => ({})),
  });
  return { status: 202, body: proposed };
}

/** Maps the plan's problems with the new window to fields of the request. */
async function asked<T>(request: VerbRequest, work: Promise<T>, window: () => string | undefined): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DrawbridgeError)) throw error;
    const prefix = `windows.${window()}.`;
    const own = error.problems.map((problem) =>
      problem.path.startsWith(prefix) ? { ...problem, path: problem.path.slice(prefix.length) } : problem,
    );
    throw error.withProblems(request.body?.text.locate(own) ?? own);
  }
}

const defaultSpan = 92 * DAY;
const longestSpan = 366 * DAY;

/** @throws invalid */
function listSpan({ query }: AdminRequest<MaintenanceListQuery>, now: number) {
  const problems: Problem[] = [];
  const read = (name: "from" | "until", usual: number) => {
    const text = query[name];
    const at = text === undefined ? usual : parseInstantAhead(text, now);
    if (at === null) problems.push({ path: name, message: instantProblem(text) });
    return at ?? usual;
  };
  const from = read("from", now);
  const until = read("until", from + defaultSpan);
  if (until <= from || until - from > longestSpan) {
    problems.push({ path: "until", message: "expected an instant later than `from`, by at most 366 days" });
  }
  const after = query.after === undefined ? null : placeIn(query.after);
  throwIfAny(problems, "the query");
  return { from, until, limit: query.limit ?? defaultPageSize, after };
}

/** Null means a cursor of another list starts from the beginning. */
function placeIn(cursor: string): ListPosition | null {
  const [start, name] = readCursor(cursor);
  return typeof start === "number" && typeof name === "string" ? { start, name } : null;
}
