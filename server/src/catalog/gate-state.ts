/** State of `/gate` besides the version: maintenance, and the next instant at which it changes. */
import type { Transitions } from "./coverage.ts";
import type { GateMaintenance } from "./gate-maintenance.ts";

export interface GateState {
  /** Null: nothing is in force or to come. */
  readonly maintenance: GateMaintenance | null;
  /** Epoch ms; null: nothing changes as far as 31 days ahead. */
  readonly nextChangeAt: number | null;
}

/** "as far as 31 days ahead" (read API, GET /gate), ms. */
const FARTHEST = 31 * 86_400_000;
const DAY = 86_400_000;
/** Instants at which maintenance is computed to find its next change. Beyond them the next midnight (UTC) is told, which is never too late. */
const MAX_LOOKS = 100;

export class GateStates {
  readonly #transitions: Transitions;
  readonly #maintenanceAt: (now: number) => GateMaintenance | null;

  /** @param transitions of the maintenance, without reminders */
  constructor(transitions: Transitions, maintenanceAt: (now: number) => GateMaintenance | null) {
    this.#transitions = transitions;
    this.#maintenanceAt = maintenanceAt;
  }

  at(now: number): GateState {
    const maintenance = this.#maintenanceAt(now);
    const change = this.#change(nameOfMaintenance(maintenance), now);
    return { maintenance, nextChangeAt: change !== null && change <= now + FARTHEST ? change : null };
  }

  /** Times at which a state can change; its next change comes within reach 31 days before. None is looked for beyond midnight (UTC). */
  get transitions(): Transitions {
    const entries = (now: number): readonly number[] => {
      const change = this.#change(nameOfMaintenance(this.#maintenanceAt(now)), now);
      return change === null ? [] : [change - FARTHEST];
    };
    return {
      next: (now) => Math.min(this.#next(now), nextMidnight(now), ...entries(now).filter((instant) => instant > now)),
      previous: (now) =>
        Math.max(this.#previous(now), nextMidnight(now) - DAY, ...entries(now).filter((instant) => instant <= now)),
    };
  }

  #next(now: number): number {
    return Math.min(this.#transitions.next(now), ...this.#reminders(now).filter((instant) => instant > now));
  }

  #previous(now: number): number {
    return Math.max(this.#transitions.previous(now), ...this.#reminders(now).filter((instant) => instant <= now));
  }

  #reminders(now: number): readonly number[] {
    const maintenance = this.#maintenanceAt(now);
    return maintenance ? [maintenance.interruption.reminder] : [];
  }

  /** As far as a day beyond 31 days: until then it comes within reach. */
  #change(present: string, now: number): number | null {
    const horizon = now + FARTHEST + DAY;
    let at = this.#next(now);
    for (let looks = 1; at <= horizon; looks++) {
      if (nameOfMaintenance(this.#maintenanceAt(at)) !== present) return at;
      if (looks === MAX_LOOKS) return nextMidnight(now);
      at = this.#next(at);
    }
    return null;
  }
}

function nextMidnight(now: number): number {
  return (Math.floor(now / DAY) + 1) * DAY;
}

/** Everything that an answer can show. */
export function nameOfState({ maintenance, nextChangeAt }: GateState): string {
  return `${nextChangeAt ?? ""} ${nameOfMaintenance(maintenance)}`;
}

function nameOfMaintenance(maintenance: GateMaintenance | null): string {
  if (!maintenance) return "";
  const { level, interruption, instance } = maintenance;
  const { reminder, start, end, endsWith } = interruption;
  return `${level} ${reminder} ${start} ${end} ${endsWith.window}\n${instance ?? ""}`;
}
