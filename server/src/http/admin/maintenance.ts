/** Maintenance in real time: what is in force and to come, and the verbs by which people and deploy scripts begin, extend and end it. */

import { isAtLeast } from "drawbridge-rules/people/role.ts";
import { projectOf } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { instantRule, parseInstant } from "drawbridge-rules/values/instant.ts";
import { MaintenanceList, type Place } from "drawbridge-rules/windows/maintenance-list.ts";
import { carryOut, type MaintenanceVerb } from "drawbridge-rules/windows/maintenance-verb.ts";
import type { VerbOutcome } from "drawbridge-rules/windows/occurrence-choice.ts";
import { heldWindow } from "drawbridge-rules/windows/standing-occurrence.ts";
import type { occurrenceMoveQuery } from "drawbridge-rules/wire/change.ts";
import type { MaintenanceListQuery, MaintenanceList as WireMaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import { usualPage } from "drawbridge-rules/wire/page.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";

import { inTurns } from "../../base/work-in-turns.ts";
import type { Publisher } from "../../publisher.ts";
import type { Store } from "../../store/store.ts";
import { wireProblem } from "../problem.ts";
import { type AddressedProjectServices, mustBeThere, noProject, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { type IdempotencyServices, idempotencyOf, replayedAnswer } from "./idempotency.ts";
import { verbReaders } from "./maintenance-request.ts";
import { printListed, printTimes } from "./maintenance-wire.ts";
import { printCursor, readCursor } from "./page.ts";
import { type ProposingServices, propose } from "./proposing.ts";

import { proposedAnswer } from "./shared-answers.ts";
import { printVisible } from "./visible.ts";

interface MaintenanceServices extends AddressedProjectServices, IdempotencyServices, ProposingServices {
  readonly store: Store;
  readonly publisher: Publisher;
  /** Epoch ms. */
  readonly now: () => number;
}

type VerbRequest = AdminRequest<Wire<typeof occurrenceMoveQuery>>;

type ListRequest = AdminRequest<MaintenanceListQuery>;

const shared = { tag: "Maintenance" } as const;
const verb = {
  ...shared,
  permission: "operator",
  heeds: ["idempotency-key"],
  problems: ["not_found", "conflict", "refused"],
  answers: { 200: { description: "The occurrence as it is now" } },
} as const;

export function maintenanceRoutes(workings: MaintenanceServices): AdminRoute[] {
  return [
    route("listMaintenance", {
      ...shared,
      permission: "viewer",
      summary: "List active and upcoming occurrences with warnings",
      answers: { 200: { description: "In order of start; cancelled ones too" } },
      handle: (request) => list(workings, request),
    }),
    route("startMaintenance", {
      ...verb,
      summary: "Start maintenance now",
      description:
        "Starts the next occurrence of a window, or creates a window. Active maintenance continues; with `for` or `until` it ends no earlier than that.",
      body: { example: { for: "PT30M", message: { en: "Back at {end_time}." } } },
      handle: (request) => act(workings, request, "start"),
    }),
    route("extendMaintenance", {
      ...verb,
      summary: "Extend an occurrence",
      description:
        "Exactly one of `by`, `until` and `lease`. Without `window` and `occurrence`: the only active window that was started by hand.",
      body: { example: { window: "db-upgrade", by: "PT15M" } },
      handle: (request) => act(workings, request, "extend"),
    }),
    route("completeMaintenance", {
      ...verb,
      summary: "Complete active maintenance",
      description: "Without `window` and `occurrence`: the only window by hand in force.",
      body: { example: { window: "db-upgrade" } },
      handle: (request) => act(workings, request, "complete"),
    }),
    route("cancelMaintenance", {
      ...verb,
      summary: "Cancel an upcoming occurrence",
      body: { example: { occurrence: "db-upgrade/2026-12-06T02:00" } },
      handle: (request) => act(workings, request, "cancel"),
    }),
    route("moveMaintenance", {
      ...verb,
      answers: { ...verb.answers, ...proposedAnswer },
      summary: "Move an upcoming occurrence",
      body: { example: { occurrence: "db-upgrade/2026-12-06T02:00", start: "2026-12-07T02:00" } },
      handle: (request) => act(workings, request, "move"),
    }),
  ];
}

async function act(workings: MaintenanceServices, request: VerbRequest, name: MaintenanceVerb["verb"]): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const project = projectIn(request);
  const wanted = verbReaders[name](request.body);
  if (request.query.propose !== undefined) return proposeVerb(workings, request, wanted);
  let done: VerbOutcome | undefined;
  const answer = () => (done ? { ...printTimes(done.standing), changed: done.edits.length > 0 } : {});
  const publishing = workings.publisher.publish({
    project,
    actor: request.requester.actor,
    reason: request.query.reason ?? "",
    override: request.query.override ?? [],
    mayBreakGlass: isAtLeast(request.requester.roleIn(project), "owner"),
    dryRun: false,
    edits: (state, now) => {
      if (!projectOf(state)) throw noProject();
      done = carryOut(state, wanted, now);
      return done.edits;
    },
    ...idempotencyOf(request, answer),
  });
  const published = await asked(request, publishing, () => done?.standing.occurrence.window);
  const { head, before, isCommitted, replayed } = published;
  if (replayed) return { status: 200, body: await replayedAnswer(workings.store, project, replayed) };
  const revision = isCommitted ? head.revision : before.revision;
  return { status: 200, body: { ...answer(), revision, ...printVisible(published) } };
}

/** Only of a move: the others are for now. */
async function proposeVerb(workings: MaintenanceServices, request: VerbRequest, wanted: MaintenanceVerb): Promise<AdminAnswer> {
  const { proposed } = await propose(workings, request, {
    project: projectIn(request),
    resource: "project",
    mustExist: true,
    needsPrecondition: false,
    edits: (state, now) => carryOut(state, wanted, now).edits,
    ...idempotencyOf(request, () => ({})),
  });
  return { status: 202, body: proposed };
}

/** What the plan finds wrong with the window that is made is told where the request said it. */
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

const DAY = 24 * 60 * 60 * 1_000;
const usualSpan = 92 * DAY;
const longestSpan = 366 * DAY;

async function list(workings: MaintenanceServices, request: ListRequest): Promise<AdminAnswer> {
  const { state } = await stateOf(workings, request);
  const now = workings.now();
  const { planned, warnings, window } = request.query;
  const wanted = { ...listSpan(request, now), planned: planned === true, warnings: warnings !== false };
  const found = new MaintenanceList(state, wanted, now);
  if (window === undefined) await inTurns(found.lookUp(), () => undefined);
  else if (state.window.has(window)) await inTurns(found.lookAt(heldWindow(state, window)), () => undefined);
  const body: WireMaintenanceList = {
    occurrences: await inTurns(found.standings, printListed),
    more: found.more,
    next: found.next && printCursor([found.next.start, found.next.name]),
    warnings: found.warnings.map((warning) => wireProblem(warning) as unknown as ProblemItem),
  };
  return { status: 200, body };
}

/** @throws invalid */
function listSpan({ query }: ListRequest, now: number) {
  const problems: Problem[] = [];
  const read = (name: "from" | "until", usual: number) => {
    const text = query[name];
    const at = text === undefined ? usual : parseInstant(text);
    if (at === null) problems.push({ path: name, message: `expected ${instantRule}` });
    return at ?? usual;
  };
  const from = read("from", now);
  const until = read("until", from + usualSpan);
  if (until <= from || until - from > longestSpan) {
    problems.push({ path: "until", message: "expected an instant later than `from`, by at most 366 days" });
  }
  const after = query.after === undefined ? null : placeIn(query.after, problems);
  throwIfAny(problems, "the query");
  return { from, until, limit: query.limit ?? usualPage, after };
}

function placeIn(cursor: string, problems: Problem[]): Place | null {
  const [start, name] = readCursor(cursor);
  if (typeof start === "number" && typeof name === "string") return { start, name };
  problems.push({ path: "after", message: "expected the member `next` of an earlier page of this list" });
  return null;
}
