/** Events follow from the log alone: another process continues with the same ids. */
import { hash } from "node:crypto";
import { namesOf } from "drawbridge-rules/describe/reader.ts";
import { minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { stateAfter } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { clockEvents, nextClockEvent, shareEvent, type TimedKind, timedKinds } from "drawbridge-rules/webhooks/clock-events.ts";
import { commitEvents } from "drawbridge-rules/webhooks/commit-events.ts";
import { actorOf, type EventDraft } from "drawbridge-rules/webhooks/event-draft.ts";
import { receives } from "drawbridge-rules/webhooks/webhook.ts";
import type { Commit as WireCommit } from "drawbridge-rules/wire/history.ts";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";
import { LRUCache } from "lru-cache";
import { longestTurn, mapYielding, nextTurn, runStepsYielding } from "../base/yielding-work.ts";
import { maxChangesPerTurn, parseProjectRows } from "../log/project-states.ts";
import type { NewEvent, OutboxPosition } from "../store/sql/sql-outbox.ts";
import type { Change, Commit, CommitNames, Store } from "../store/store.ts";

export interface EventSourceServices {
  readonly store: Pick<Store, "whole" | "rowsAt" | "rows" | "commitsAfter" | "history">;
  /** As the history prints it. @throws unavailable */
  readonly print: (commit: Commit) => Promise<WireCommit>;
  /** In the current hour and the one before. @throws unavailable */
  readonly requests: (
    project: string,
    platform: string,
    now: number,
  ) => Promise<{ readonly forced: number; readonly all: number }>;
  readonly consoleUrl: () => string;
}

/** Commits in one step, and its milliseconds. */
const batch = 50;
const longestStep = 2_000;
const keptStates = 50;
const lateAfter = 60_000;

interface Timed {
  readonly project: string;
  readonly kind: TimedKind;
  readonly id: string;
  readonly at: number;
}

/** The position is after the events. */
export interface EventStep {
  readonly position: OutboxPosition;
  readonly events: readonly NewEvent[];
}

export class EventSource {
  readonly #services: EventSourceServices;
  /** At the position. */
  readonly #states = new LRUCache<string, ProjectState>({ max: keptStates });
  readonly #timed = new Map<string, Timed>();
  readonly #projects = new Set<string>();
  #revision = 0;

  constructor(services: EventSourceServices) {
    this.#services = services;
  }

  /** @throws unavailable */
  async load(position: OutboxPosition): Promise<void> {
    this.#states.clear();
    this.#timed.clear();
    this.#projects.clear();
    this.#revision = position.revision;
    const { rows } = await this.#services.store.whole();
    for (const project of new Set(["", ...rows.map((row) => row.project)])) await this.#load(project, position.at);
  }

  async #load(project: string, at: number): Promise<ProjectState> {
    const { store } = this.#services;
    const rows = await store.rowsAt(project, this.#revision).catch((error: unknown) => {
      // The log no longer has those changes: the present state is the nearest.
      if (error instanceof DrawbridgeError && error.code === "not_found") return store.rows(project);
      throw error;
    });
    const state = await parseProjectRows(project, this.#revision, rows);
    if (!this.#projects.has(project)) {
      this.#projects.add(project);
      for (const kind of timedKinds) await mapYielding([...state[kind].keys()], (id) => this.#time(state, kind, id, at));
    }
    this.#states.set(project, state);
    return state;
  }

  /** @param at of the position @throws unavailable */
  async state(project: string, at: number): Promise<ProjectState> {
    return this.#states.get(project) ?? this.#load(project, at);
  }

  get projects(): readonly string[] {
    return [...this.#projects].filter((id) => id !== "");
  }

  get nextAt(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of this.#timed.values()) next = Math.min(next, at);
    return next;
  }

  /** Null means there are none. @throws unavailable */
  async commits(from: OutboxPosition, now: number): Promise<EventStep | null> {
    const commits = await this.#services.store.commitsAfter(from.revision, { limit: batch });
    let position = from;
    const events: NewEvent[] = [];
    const begun = performance.now();
    for (const commit of commits) {
      const clock = await this.clock(position, commit.at, now);
      events.push(...clock.events, ...(await this.#eventsOf(commit, clock.position.at, now)));
      position = { ...clock.position, revision: commit.revision };
      // A process that stores nothing for long loses the work to another.
      if (performance.now() - begun > longestStep) break;
    }
    return commits.length === 0 ? null : { position, events };
  }

  async #eventsOf({ revision, changes }: CommitNames, at: number, now: number): Promise<NewEvent[]> {
    const { store, print } = this.#services;
    const drafts: EventDraft[] = [];
    for (const project of new Set(changes.map((change) => change.project))) {
      const before = await this.state(project, at);
      const [commit] = await store.history(project, { since: revision - 1, before: revision + 1, limit: 1 });
      if (!commit) continue;
      const after =
        commit.changes.length > maxChangesPerTurn
          ? await parseProjectRows(project, revision, await store.rowsAt(project, revision))
          : stateAfter(before, revision, commit.changes);
      this.#states.set(project, after);
      await mapYielding(commit.changes, (change) => this.#retime(after, change, at));
      const names = namesOf(after, {}, before);
      drafts.push(...(await runStepsYielding(commitEvents({ commit: await print(commit), before, after, names, now: at }))));
    }
    this.#revision = revision;
    return this.#addressed(drafts, now);
  }

  #retime(state: ProjectState, { kind, id }: Pick<Change, "kind" | "id">, at: number): void {
    if (kind === "override") this.#time(state, "window", id.slice(0, id.indexOf("/")), at);
    else if (timedKinds.some((each) => each === kind)) this.#time(state, kind as TimedKind, id, at);
  }

  /** Platforms stay in the list: their requests are looked at. */
  #time(state: ProjectState, kind: TimedKind, id: string, after: number): void {
    const name = JSON.stringify([state.id, kind, id]);
    const at = nextClockEvent(state, kind, id, after);
    const isKept = at !== Number.POSITIVE_INFINITY || (kind === "platform" && state.platform.has(id));
    if (isKept) this.#timed.set(name, { project: state.id, kind, id, at });
    else this.#timed.delete(name);
  }

  /** @throws unavailable */
  async clock(position: OutboxPosition, until: number, now: number): Promise<EventStep> {
    if (until <= position.at) return { position, events: [] };
    const drafts: EventDraft[] = [];
    let turn = performance.now();
    // A list of its own: each of them gets its next instant below.
    const due = this.#timed
      .values()
      .filter(({ at }) => at <= until)
      .toArray();
    for (const { project, kind, id } of due) {
      const state = await this.state(project, position.at);
      drafts.push(...clockEvents(state, kind, id, [position.at, until], namesOf(state)));
      this.#time(state, kind, id, until);
      if (performance.now() - turn < longestTurn) continue;
      await nextTurn();
      turn = performance.now();
    }
    drafts.sort((a, b) => a.at - b.at);
    return { position: { ...position, at: until }, events: await this.#addressed(drafts, now) };
  }

  /** For platforms whose share of forced requests passed its limit. @throws unavailable */
  async shares(position: OutboxPosition, now: number): Promise<EventStep> {
    const conditions = new Set(position.conditions);
    const drafts: EventDraft[] = [];
    const known = new Set<string>();
    for (const { project, id } of this.#timed
      .values()
      .filter(({ kind }) => kind === "platform")
      .toArray()) {
      const condition = `forced_share ${project} ${id}`;
      known.add(condition);
      const state = await this.state(project, position.at);
      const requests = await this.#services.requests(project, id, now);
      const was = conditions.has(condition);
      const draft = shareEvent(state, id, requests, { at: now, was, least: minRequestsForGuards, names: namesOf(state) });
      if (draft === null) continue;
      drafts.push(draft);
      if (was) conditions.delete(condition);
      else conditions.add(condition);
    }
    const held = [...conditions].filter((condition) => known.has(condition));
    return { position: { ...position, conditions: held }, events: await this.#addressed(drafts, now) };
  }

  /** Leaves out events without a webhook at that moment. */
  async #addressed(drafts: readonly EventDraft[], now: number): Promise<NewEvent[]> {
    if (drafts.length === 0) return [];
    const webhooks = [...(await this.state("", now)).webhook];
    const addressed = await mapYielding(drafts, (draft) => {
      const receivers = webhooks.flatMap(([id, { value }]) => (receives(value, draft.type, draft.place) ? [id] : []));
      if (receivers.length === 0) return [];
      const event = finishedEvent(draft, this.#services.consoleUrl(), now);
      return [{ id: event.data.id, type: draft.type, at: draft.at, body: JSON.stringify(event), webhooks: receivers }];
    });
    return addressed.flat();
  }
}

export function finishedEvent(draft: EventDraft, consoleUrl: string, now: number): WebhookEvent {
  const { type, at, about, place, text, page, commit, details } = draft;
  const key = JSON.stringify([type, at, place.project, about, commit?.revision ?? null]);
  const data = {
    id: `evt_${hash("sha256", key, "hex").slice(0, 24)}`,
    project: place.project,
    revision: commit?.revision ?? null,
    actor: commit && actorOf(commit),
    reason: commit === null || commit.reason === "" ? null : commit.reason,
    url: consoleUrl + page,
    text,
    late: now - at > lateAfter,
    ...details,
  };
  return { type, timestamp: printInstant(at), data } as WebhookEvent;
}
