/** Caches interruptions for each platform and instance that apps ask about. */

import { remembered } from "drawbridge-rules/values/remembered.ts";
import { type CompiledHeader, type CompiledPlatform, CompiledProject, platformAt, type Source } from "./compiled-project.ts";
import { type ConfigState, configMaintenance, configTransitions } from "./config-maintenance.ts";
import { type GateState, GateStates, gateOfInstance, gateOfPlatform, nameOfState } from "./gate-state.ts";
import { instanceMaintenance, type ReportedInterruption } from "./maintenance-outcome.ts";
import { Timeline, type TimelineSource, withInstant } from "./timeline.ts";

/** Milliseconds that join transitions without a change: a project may have no TTL. */
const shortestLook = 60_000;

export class ProjectView {
  readonly project: CompiledProject;
  readonly #platforms = new Map<string, Timeline<ConfigState>>();
  readonly #instances = new Map<string, Timeline<ReportedInterruption | null>>();
  readonly #gates = new Map<string, Timeline<GateState>>();

  readonly #openedUntil: number | null;

  /** @param openedUntil epoch ms until which an operator keeps the project open, or null */
  constructor(sources: Iterable<Source>, openedUntil: number | null = null) {
    this.project = new CompiledProject(sources, openedUntil !== null);
    this.#openedUntil = openedUntil;
  }

  /** A null value removes the row. */
  put(source: Source): void {
    this.project.put(source);
    this.#platforms.clear();
    this.#instances.clear();
    this.#gates.clear();
  }

  /** @param platform an existing one, so that clients cannot add any */
  ofPlatform(header: CompiledHeader, platform: CompiledPlatform): Timeline<ConfigState> {
    const { project } = this;
    const { name } = platform;
    return keptIn(this.#platforms, name, header, () => ({
      transitions: withInstant(configTransitions(project, name), platform.step?.at ?? null),
      stateAt: (now) => ({
        platform: platformAt(platform, now),
        maintenance: configMaintenance(project, header, name, now),
      }),
      nameOf: nameOfConfig,
    }));
  }

  /** @param id of an existing instance */
  ofInstance(header: CompiledHeader, id: string): Timeline<ReportedInterruption | null> {
    const { project } = this;
    return keptIn(this.#instances, id, header, () => ({
      transitions: project.coverage.instanceTransitions(id),
      stateAt: (now) => instanceMaintenance(project, header, id, now),
      nameOf: nameOfReported,
    }));
  }

  /** @param platform an existing one. @param instance an existing one; null means none */
  ofGate(header: CompiledHeader, platform: CompiledPlatform, instance: string | null): Timeline<GateState> {
    const { project } = this;
    const { name } = platform;
    // Platforms see an instance alike unless one has a step.
    const ofInstance = platform.step === null ? `i${instance}` : `s${name}\n${instance}`;
    return keptIn(this.#gates, instance === null ? `p${name}` : ofInstance, header, () => {
      const states =
        instance === null
          ? new GateStates(configTransitions(project, name), (now) => gateOfPlatform(project, header, name, now), platform.step)
          : new GateStates(
              project.coverage.instanceTransitions(instance),
              (now) => gateOfInstance(project, header, instance, now),
              platform.step,
            );
      const until = this.#openedUntil;
      const stateAt = (now: number) => (until === null ? states.at(now) : { ...states.at(now), nextChangeAt: until });
      return { transitions: states.transitions, stateAt, nameOf: nameOfState };
    });
  }
}

function keptIn<State>(
  timelines: Map<string, Timeline<State>>,
  name: string,
  header: CompiledHeader,
  source: () => Omit<TimelineSource<State>, "look">,
): Timeline<State> {
  return remembered(timelines, name, () => new Timeline<State>({ ...source(), look: lookOf(header) }));
}

function lookOf({ project }: CompiledHeader): number {
  return 2 * Math.max(project.ttl, shortestLook);
}

/** Everything that a text can show: the window's id decides its message, and its row the zone. */
function nameOfConfig({ platform, maintenance }: ConfigState): string {
  if (!maintenance) return platform.key;
  const { start, end, endsWith } = maintenance.interruption;
  return `${platform.key} ${start} ${end} ${endsWith.window}\n${maintenance.instance ?? ""}`;
}

function nameOfReported(reported: ReportedInterruption | null): string {
  if (!reported) return "";
  const { reminder, start, end } = reported.interruption;
  return `${reported.isActive ? "active" : "ahead or over"} ${reminder} ${start} ${end}`;
}
