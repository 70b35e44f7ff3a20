import { type Interruption, interruptionAt } from "drawbridge-rules/occurrence/interruption.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import type { CompiledHeader, CompiledPlatform, ReadableProject } from "./compiled-project.ts";
import { configMaintenance } from "./config-maintenance.ts";
import type { Transitions } from "./coverage.ts";
import { withInstant } from "./timeline.ts";

/** For everyone on a platform, maintenance is announced only if a window covers the platform. */
export interface GateMaintenance {
  readonly level: "active" | "announced" | "none";
  /** In force or still to come. */
  readonly interruption: Interruption;
  /** Set if the interruption counts because every instance has one. */
  readonly instance: string | null;
}

/** Null means nothing is active or to come for the instance. */
export function gateOfInstance(
  project: ReadableProject,
  header: CompiledHeader,
  instance: string,
  now: number,
): GateMaintenance | null {
  const lead = project.instance(instance)?.reminder ?? header.project.reminder;
  const reported = interruptionAt(project.coverage.ofInstance(instance, now), now, lead);
  if (!reported || reported.state === "ended") return null;
  const { interruption } = reported;
  return reported.state === "active" ? { level: "active", interruption, instance: null } : ahead(interruption, now);
}

/** Null means nothing is active or to come for everyone on the platform. */
export function gateOfPlatform(
  project: ReadableProject,
  header: CompiledHeader,
  platform: string,
  now: number,
): GateMaintenance | null {
  const active = configMaintenance(project, header, platform, now);
  if (active) return { level: "active", ...active };
  const direct = interruptionAt(project.coverage.ofPlatform(platform, now), now, header.project.reminder);
  return direct?.state === "scheduled" ? ahead(direct.interruption, now) : null;
}

function ahead(interruption: Interruption, now: number): GateMaintenance {
  return { level: now >= interruption.reminder ? "announced" : "none", interruption, instance: null };
}

export interface GateState {
  readonly maintenance: GateMaintenance | null;
  /** Next change of the maintenance, epoch ms; null means none as far as 31 days ahead. */
  readonly nextChangeAt: number | null;
  /** Instant of a step at most 31 days ahead, epoch ms. */
  readonly stepAt: number | null;
  /** The step of the policy took place. */
  readonly isStepped: boolean;
}

/** "as far as 31 days ahead" (read API, GET /gate), ms. */
const FARTHEST = 31 * DAY;
/** Computed instants. Beyond them, the next midnight (UTC) is named, which is never too late. */
const MAX_LOOKS = 100;

interface Look {
  readonly now: number;
  readonly maintenance: GateMaintenance | null;
  /** As far as a day beyond 31 days: until then it comes within reach. */
  readonly change: number | null;
}

export class GateStates {
  readonly #transitions: Transitions;
  readonly #maintenanceAt: (now: number) => GateMaintenance | null;
  /** Epoch ms. */
  readonly #step: number | null;
  /** A phase asks for its state and both ends at one instant, and the next change is expensive. */
  #last: Look | null = null;

  /** @param transitions of the maintenance, without reminders */
  constructor(
    transitions: Transitions,
    maintenanceAt: (now: number) => GateMaintenance | null,
    step: CompiledPlatform["step"] = null,
  ) {
    this.#step = step?.at ?? null;
    this.#transitions = transitions;
    this.#maintenanceAt = maintenanceAt;
  }

  at(now: number): GateState {
    const { maintenance, change } = this.#look(now);
    const step = this.#step ?? Number.POSITIVE_INFINITY;
    return {
      maintenance,
      nextChangeAt: change !== null && change <= now + FARTHEST ? change : null,
      stepAt: now < step && step <= now + FARTHEST ? step : null,
      isStepped: step <= now,
    };
  }

  /** The next change of a state comes within reach 31 days before. None is looked for beyond midnight (UTC). */
  get transitions(): Transitions {
    const known = (now: number): readonly number[] => {
      const { maintenance, change } = this.#look(now);
      return change === null ? reminders(maintenance) : [...reminders(maintenance), change - FARTHEST];
    };
    const maintenance = {
      next: (now: number) =>
        Math.min(this.#transitions.next(now), nextMidnight(now), ...known(now).filter((instant) => instant > now)),
      previous: (now: number) =>
        Math.max(this.#transitions.previous(now), nextMidnight(now) - DAY, ...known(now).filter((instant) => instant <= now)),
    };
    const step = this.#step;
    return step === null ? maintenance : withInstant(withInstant(maintenance, step), step - FARTHEST);
  }

  #look(now: number): Look {
    if (this.#last?.now !== now) {
      const maintenance = this.#maintenanceAt(now);
      this.#last = { now, maintenance, change: this.#change(maintenance, now) };
    }
    return this.#last;
  }

  #change(present: GateMaintenance | null, now: number): number | null {
    const horizon = now + FARTHEST + DAY;
    const name = nameOfMaintenance(present);
    let maintenance = present;
    for (let at = now, looks = 0; looks < MAX_LOOKS; looks++) {
      at = Math.min(this.#transitions.next(at), ...reminders(maintenance).filter((instant) => instant > at));
      if (at > horizon) return null;
      maintenance = this.#maintenanceAt(at);
      if (nameOfMaintenance(maintenance) !== name) return at;
    }
    return nextMidnight(now);
  }
}

function reminders(maintenance: GateMaintenance | null): readonly number[] {
  return maintenance ? [maintenance.interruption.reminder] : [];
}

function nextMidnight(now: number): number {
  return (Math.floor(now / DAY) + 1) * DAY;
}

/** Everything that an answer can show. */
export function nameOfState({ maintenance, nextChangeAt, stepAt, isStepped }: GateState): string {
  return `${nextChangeAt ?? ""} ${stepAt ?? ""}${isStepped ? "after" : ""} ${nameOfMaintenance(maintenance)}`;
}

function nameOfMaintenance(maintenance: GateMaintenance | null): string {
  if (!maintenance) return "";
  const { level, interruption, instance } = maintenance;
  const { reminder, start, end, endsWith } = interruption;
  return `${level} ${reminder} ${start} ${end} ${endsWith.window}\n${instance ?? ""}`;
}
