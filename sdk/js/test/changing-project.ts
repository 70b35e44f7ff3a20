/** A project whose maintenance and policy change over a year, and the answers of `/gate` at each instant of it. */
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { MaintenanceVerb } from "drawbridge-rules/verbs/maintenance-verb.ts";
import { settledAnswer } from "../../../server/src/reads/read-api.ts";
import { AskedView } from "../../../server/test/asked-view.ts";
import { type Form, formWith, manifestFrom, windowEdit } from "../../../server/test/example-project.ts";
import {
  cancelling,
  DAY,
  extending,
  HOUR,
  MaintainedProject,
  MINUTE,
  moving,
  starting,
} from "../../../server/test/maintained-project.ts";
import type { GateResponse, GateStatus } from "../core/index.ts";

/** Seconds. */
export const ttl = 1800;
/** On the day on which clocks go forward, 02:30 does not exist in Rome; in October it exists twice. */
const weekly = {
  start: "2026-12-06T02:30",
  zone: "Europe/Rome",
  duration: "PT2H",
  reminder: "PT12H",
  repeat: "FREQ=WEEKLY;BYDAY=SU",
};

export interface Shown {
  readonly status: GateStatus;
  readonly title: string;
  readonly window: { readonly start: number; readonly end: number } | null;
}

export class ChangingProject {
  /** Instants of changes, oldest first, each with the view from then on. */
  readonly #views: { readonly from: number; readonly view: AskedView }[] = [];
  readonly #project = new MaintainedProject(windowEdit("weekly", weekly));
  readonly #random: () => number;

  /** @param seconds for which an answer is valid */
  constructor(random: () => number, now: number, seconds = ttl) {
    this.#random = random;
    const { header } = manifestFrom(formWith({ ttl: `PT${seconds}S` }));
    this.#project.edit([{ kind: "project", id: "acme-shop", value: header }], now);
    this.#setPolicy({}, now);
    this.#note(now);
  }

  get changes(): number {
    return this.#views.length;
  }

  /** Extends, cancels, moves or starts maintenance, or changes the policy. A verb that does not apply at this instant changes nothing. */
  change(now: number): void {
    const window = "weekly";
    const verbs: MaintenanceVerb[] = [
      { ...extending, window, by: 20 * MINUTE + this.#random() * HOUR },
      { ...cancelling, window },
      { ...moving, window, start: now + HOUR + Math.floor((this.#random() * DAY) / MINUTE) * MINUTE },
      { ...starting, id: "repair", for: HOUR },
    ];
    const choice = Math.floor(this.#random() * (verbs.length + 1));
    const verb = verbs[choice];
    try {
      if (verb) this.#project.do(verb, now);
      else this.#changePolicy(now);
    } catch (error) {
      if (!(error instanceof DrawbridgeError)) throw error;
    }
    this.#note(now);
  }

  respond(search: string, now: number): GateResponse {
    const found = this.#viewAt(now).answer("gate", Object.fromEntries(new URLSearchParams(search)), now);
    if (!("outcome" in found)) throw new Error(found.detail);
    const { status, headers, body } = settledAnswer(found, null, now);
    const values = new Map([["date", new Date(now).toUTCString()]]);
    for (let at = 0; at < headers.length; at += 2) values.set(String(headers[at]).toLowerCase(), String(headers[at + 1]));
    return { status, header: (name) => values.get(name), body: body ?? "" };
  }

  /** State of an app that asks at this instant. */
  shownAt(now: number, search: string): Shown {
    return readShown(this.respond(search, now).body);
  }

  /** The instants between two at which the answer can become another one, and the first. */
  instantsBetween(from: number, to: number, search: string): number[] {
    const instants = [from, ...this.#views.map((view) => view.from).filter((instant) => instant > from && instant <= to)];
    const query = Object.fromEntries(new URLSearchParams(search));
    for (let now = from; now <= to; ) {
      const found = this.#viewAt(now).answer("gate", query, now);
      now = "transition" in found ? found.transition : to + 1;
      if (now <= to) instants.push(now);
    }
    return instants;
  }

  #changePolicy(now: number): void {
    const policies = [{}, { recommended: "2.6.0" }, { minimum: "2.5.0", recommended: "2.6.0" }];
    this.#setPolicy(policies[Math.floor(this.#random() * policies.length)] ?? {}, now);
  }

  #setPolicy(ios: Form, now: number): void {
    const { platforms } = manifestFrom(formWith({ platforms: { ios } }));
    const edits = Object.entries(platforms).map(([id, value]): Edit => ({ kind: "platform", id, value }));
    this.#project.edit(edits, now);
  }

  #note(from: number): void {
    this.#views.push({ from, view: new AskedView(this.#project.state) });
  }

  #viewAt(now: number): AskedView {
    const found = this.#views.findLast(({ from }) => from <= now);
    if (!found) throw new Error("The project does not exist yet.");
    return found.view;
  }
}

/** The screen for an answer of `/gate`, as its contract says. */
export function readShown(body: string): Shown {
  const { update, maintenance, title, window } = JSON.parse(body);
  const times = window && { start: Date.parse(window.start), end: Date.parse(window.end) };
  if (update === "forced") return { status: "update_required", title, window: times };
  if (maintenance === "active") return { status: "maintenance", title, window: times };
  if (maintenance === "announced") return { status: "announced", title: update === "none" ? title : "", window: times };
  return { status: update === "recommended" ? "recommended" : "open", title, window: times };
}
