/** Random histories of maintenance windows in several projects, and the silences that they should have at an instant. */

import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import { findWindow, type OccurrenceStatus, statusesAround } from "drawbridge-rules/occurrence/window-occurrences.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { MaintenanceVerb } from "drawbridge-rules/verbs/maintenance-verb.ts";
import { holdLead } from "drawbridge-rules/webhooks/wanted-silences.ts";
import type { WebhookRequest } from "drawbridge-rules/webhooks/webhook.ts";
import type { ApiSilence } from "./alertmanager-stand-in.ts";
import { windowEdit } from "./example-project.ts";
import {
  cancelling,
  completing,
  DAY,
  extending,
  MaintainedProject,
  MINUTE,
  moving,
  SECOND,
  starting,
} from "./maintained-project.ts";

type Random = () => number;

const scopes = [{}, { instances: ["eu-1"] }, { instances: ["us-1", "eu-1"] }, { platforms: ["ios"] }] as const;
/** Gets the silences of every maintenance. */
export const alertWebhook: WebhookRequest = {
  name: "Alerts",
  url: "http://alertmanager.example.com",
  format: "alertmanager",
  events: null,
  projects: null,
  instances: null,
  platforms: null,
};

/** Labels of alerts that any silence here covers or not. */
export const alertLabels = [{ drawbridge_instance: "eu-1" }, { drawbridge_instance: "us-1" }, { drawbridge_platform: "ios" }];

export class WindowHistories {
  readonly #random: Random;
  readonly #unit: number;
  readonly #projects: readonly MaintainedProject[];
  readonly counts: Record<string, number> = {};

  /** @param unit ms: windows last some units, and begin some units from now */
  constructor(random: Random, ids: readonly string[], unit: number) {
    this.#random = random;
    this.#unit = unit;
    this.#projects = ids.map((id) => {
      const project = new MaintainedProject();
      project.state = { ...project.state, id };
      return project;
    });
  }

  get states(): readonly ProjectState[] {
    return this.#projects.map(({ state }) => state);
  }

  /** Changes each project. What is refused is as good as done. @param now epoch ms */
  change(now: number): void {
    for (const project of this.#projects) {
      const [name, act] = this.#pick(this.#acts(project, now));
      try {
        act();
        this.counts[name] = (this.counts[name] ?? 0) + 1;
      } catch (error) {
        if (!(error instanceof DrawbridgeError)) throw error;
      }
    }
  }

  /** Active and pending silences as text. @param followedAt when they were reconciled, epoch ms */
  expected(now: number, followedAt = now): string[] {
    return this.#statuses(now)
      .flatMap(({ state: { id }, status }) => {
        const { occurrence, window, state } = status;
        if (!isAhead(state) && state !== "active") return [];
        if (occurrence.start > followedAt + 7 * DAY) return [];
        const isShort = occurrence.hold && status.end - Math.max(followedAt, occurrence.start) <= holdLead;
        const end = isShort ? nextHold(status) : status.end;
        const ids = { drawbridge_instance: window.instances, drawbridge_platform: window.platforms };
        const scope = Object.entries(ids).flatMap(([label, names]) => (names ? [`${label}=~${names.join("|")}`] : []));
        const labels = [`drawbridge_project=${id}`, ...scope].join(" ");
        return [silenceLine(`${id}/${occurrence.name}`, labels, state === "active" ? null : occurrence.start, end)];
      })
      .sort();
  }

  /** Labels of the alerts that maintenance covers at the instant. */
  covered(now: number): Set<string> {
    const active = this.#statuses(now).filter(({ status }) => status.state === "active");
    return new Set(
      active.flatMap(({ state: { id }, status: { window } }) =>
        alertLabels
          .filter(({ drawbridge_instance: instance, drawbridge_platform: platform }) => {
            if (window.instances) return instance !== undefined && window.instances.includes(instance);
            return !window.platforms || (platform !== undefined && window.platforms.includes(platform));
          })
          .map((labels) => JSON.stringify([id, labels])),
      ),
    );
  }

  #statuses(now: number): { state: ProjectState; status: OccurrenceStatus }[] {
    return this.states.flatMap((state) =>
      [...state.window.keys()].flatMap((id) => statusesAround(findWindow(state, id), now).map((status) => ({ state, status }))),
    );
  }

  #acts(project: MaintainedProject, now: number): [string, () => unknown][] {
    const ids = [...project.state.window.keys()];
    const window = ids.length === 0 ? "none" : this.#pick(ids);
    const at = (from: number, to: number) => now + this.#units(from, to);
    const verb = (options: MaintenanceVerb) => () => project.do(options, now);
    const length = this.#units(1, 6);
    const byHand = { ...starting, for: length, form: { ...this.#pick(scopes), overrun: this.#pick(["end", "hold"]) } };
    const next = { ...moving, window, start: at(0, 9), for: this.#random() < 0.5 ? length : null };
    return [
      ["schedule", () => this.#schedule(project, this.#pick(["a", "b", "c"]), now)],
      ["schedule", () => this.#schedule(project, this.#pick(["a", "b", "c"]), now)],
      ["start by hand", verb(byHand)],
      ["start early", verb({ ...starting, window, for: length })],
      ["extend", verb({ ...extending, window, by: length })],
      ["move", verb(next)],
      ["complete", verb({ ...completing, window })],
      ["cancel", verb({ ...cancelling, window })],
      ["delete", () => project.edit([{ kind: "window", id: window, value: null }], now)],
    ];
  }

  #schedule(project: MaintainedProject, id: string, now: number): void {
    const far = this.#pick([0, 0, 0, 7 * DAY - 3 * this.#unit, 6 * DAY, 8 * DAY]);
    const start = new Date(Math.floor((now + far + this.#units(1, 8)) / SECOND) * SECOND).toISOString().slice(0, 19);
    const repeat = this.#random() < 0.3 ? { repeat: "FREQ=DAILY" } : {};
    const duration = `PT${this.#units(1, 6) / SECOND}S`;
    const form = { ...this.#pick(scopes), title: `Upgrade [${id}]`, overrun: this.#pick(["end", "hold"]), ...repeat };
    project.edit([windowEdit(id, { ...form, start, duration })], now);
  }

  #units(from: number, to: number): number {
    return this.#unit * (from + Math.floor(this.#random() * (to - from + 1)));
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}

function nextHold({ occurrence, end }: OccurrenceStatus): number {
  return Math.min(end + 15 * MINUTE, occurrence.holdLimit);
}

/** @param start epoch ms; null means it is active */
function silenceLine(key: string, labels: string, start: number | null, end: number): string {
  return `${key} ${labels} ${start === null ? "active" : new Date(start).toISOString()} ${new Date(end).toISOString()}`;
}

/** Silences of the webhook as text, as `expected` gives them. */
export function silenceLines(silences: readonly ApiSilence[], webhook: string): string[] {
  const own = silences.filter(({ createdBy, status }) => createdBy === `drawbridge/${webhook}` && status.state !== "expired");
  return own
    .map(({ comment, matchers, status, startsAt, endsAt }) => {
      const labels = matchers.map(({ name, value, isRegex }) => `${name}=${isRegex ? "~" : ""}${value}`).join(" ");
      const start = status.state === "active" ? null : Date.parse(startsAt);
      return silenceLine(/\[([^[\]]+)\]$/.exec(comment)?.[1] ?? comment, labels, start, Date.parse(endsAt));
    })
    .sort();
}
