import { describeCommit } from "../describe/commit.ts";
import type { Names } from "../describe/reader.ts";
import { formatZone } from "../describe/times.ts";
import type { ProjectState } from "../project/project-state.ts";
import { listed } from "../values/fields.ts";
import type { Steps } from "../values/steps.ts";
import type { Commit, CommittedChange } from "../wire/history.ts";
import type { EventDetails } from "../wire/webhook-event.ts";
import { activeOccurrences, type EventDraft, maintenanceDetails, nextOccurrence, pageOf, projectPlace } from "./event-draft.ts";

export interface CommitToProject {
  readonly commit: Commit;
  readonly before: ProjectState;
  readonly after: ProjectState;
  /** Epoch ms: later than the commit if the clock of its author lags. */
  readonly now: number;
  readonly names: Names;
}

/** A commit can hold a whole project. */
export function* commitEvents(of: CommitToProject): Steps<EventDraft[]> {
  const { commit, after } = of;
  const events: EventDraft[] = [];
  for (const [id, changes] of Map.groupBy(commit.changes, windowIn)) {
    if (id !== null) events.push(...windowEvents(of, id, changes));
    yield;
  }
  for (const change of commit.changes) {
    if (change.kind !== "platform" && change.kind !== "proposal") continue;
    events.push(...resourceEvents(of, change));
    yield;
  }
  if (commit.overridden.length > 0) events.push(overrideEvent(of, after.id));
  return events;
}

function windowIn({ kind, id, before, after }: CommittedChange): string | null {
  if (kind === "window") return id;
  return kind === "override" ? String((after ?? before)?.window) : null;
}

/** The commit caused starts and ends; otherwise it scheduled or changed. */
function windowEvents(of: CommitToProject, id: string, changes: readonly CommittedChange[]): EventDraft[] {
  const { commit, before, after, names, now } = of;
  const at = Date.parse(commit.at);
  const window = (after.window.get(id) ?? before.window.get(id))?.value;
  if (!window) return [];
  const [was, is] = [activeOccurrences(before, id, now), activeOccurrences(after, id, now)];
  const started = [...is].filter(([name]) => !was.has(name)).map(([, status]) => ["maintenance.started", status] as const);
  const ended = [...was].filter(([name]) => !is.has(name)).map(([, status]) => ["maintenance.ended", status] as const);
  const other = before.window.has(id) ? "maintenance.changed" : "maintenance.scheduled";
  const all = started.length + ended.length > 0 ? [...ended, ...started] : [[other, nextOccurrence(after, id, now)] as const];
  const text = describe(of, changes, window.zone);
  return all.map(([type, status]) => ({
    type,
    at,
    about: status?.occurrence.name ?? id,
    place: { project: after.id, platforms: window.platforms, instances: window.instances },
    text,
    page: pageOf(after.id, "maintenance"),
    commit,
    details: {
      maintenance: maintenanceDetails(
        id,
        window,
        type === "maintenance.ended" && status ? { ...status, end: at } : status,
        names,
      ),
    },
  }));
}

const policyMembers = /^(minimum|recommended|blocked|exempt|step)\b/;

function resourceEvents(of: CommitToProject, change: CommittedChange): EventDraft[] {
  const { kind, id, before, after, differences } = change;
  const own = { ...shared(of), about: id, text: describe(of, [change]) };
  const page = (name: string) => pageOf(of.after.id, name);
  if (kind === "platform" && (after === null || differences.some(({ path }) => policyMembers.test(path)))) {
    const place = { ...own.place, platforms: [id] };
    return [{ ...own, type: "policy.published", place, page: page("versions"), details: { platform: id } }];
  }
  if (kind === "platform" || after === null) return [];
  const state = String(after.state);
  const was = before === null ? null : String(before.state);
  const details = { proposal: id, decision: state === "open" ? null : (state as never) };
  const proposed = { ...own, page: page(`activity?show=approvals&proposal=${id}`), details };
  if (was === null) return [{ ...proposed, type: "change.proposed" }];
  // One that was approved before was decided then.
  return state === was || was === "approved" || state === "open" ? [] : [{ ...proposed, type: "change.decided" }];
}

function overrideEvent(of: CommitToProject, project: string): EventDraft {
  const { commit } = of;
  const details: EventDetails["guard.overridden"] = { guards: [...commit.overridden] };
  const text = `${describeCommit(commit, readerOf(of))}, and overrode ${listed(commit.overridden, "and")}`;
  const page = pageOf(project, `activity?revision=${commit.revision}`);
  return { ...shared(of), type: "guard.overridden", about: "", text, page, details };
}

function shared({ commit, after }: CommitToProject) {
  return { at: Date.parse(commit.at), place: projectPlace(after.id), commit };
}

/** Describes the commit as if it had only these changes. */
function describe(of: CommitToProject, changes: readonly CommittedChange[], zone = "UTC"): string {
  const text = describeCommit({ ...of.commit, changes }, readerOf(of, zone));
  // A chat has readers in many zones.
  return /\d\d:\d\d/.test(text) && !text.includes("(") ? `${text} (${formatZone(zone)})` : text;
}

function readerOf({ commit, names }: CommitToProject, zone = "UTC") {
  return { zone, now: Date.parse(commit.at), names };
}
