/** Lanes of the timeline: the project, its platforms and instances. */
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import { instanceDisplayName } from "../instances/instance-list.ts";
import { laneKey, projectLane } from "./occurrence-bar.ts";

export interface Lane {
  readonly key: string;
  readonly kind: "project" | "platform" | "instance";
  readonly id: string;
  /** Display name; the id if it has none. */
  readonly name: string;
}

export interface LaneSource {
  readonly project: string;
  /** Label of the project's lane. */
  readonly projectName: string;
  readonly platforms: readonly string[];
  readonly instances: readonly Instance[];
  readonly languages: readonly string[];
  /** Platforms and instances of occurrences, declared or not. */
  readonly named: Iterable<string>;
}

/** The whole project, then platforms, then instances, each sorted by id. */
export function buildLanes({ project, projectName, platforms, instances, languages, named }: LaneSource): readonly Lane[] {
  const found = new Map<string, Lane>([
    [projectLane, { key: projectLane, kind: "project", id: project, name: projectName }],
    ...platforms.map((id): [string, Lane] => [laneKey("platform", id), laneOf(laneKey("platform", id), id)]),
    ...instances.map((instance): [string, Lane] => {
      const key = laneKey("instance", instance.id);
      return [key, laneOf(key, instanceDisplayName(instance, languages))];
    }),
  ]);
  for (const key of named) if (!found.has(key)) found.set(key, laneOf(key));
  return [...found.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || compareIds(a.id, b.id));
}

/** Keys of undeclared platforms and instances. */
export function undeclaredLanes({ platforms, instances }: Omit<LaneSource, "named">, keys: Iterable<string>): readonly string[] {
  const known = new Set([
    projectLane,
    ...platforms.map((id) => laneKey("platform", id)),
    ...instances.map(({ id }) => laneKey("instance", id)),
  ]);
  return [...keys].filter((key) => !known.has(key)).sort();
}

/** Returns whether a lane matches by its own name, or by a window in it. */
export function isLaneFound({ id, name }: Lane, own: readonly { readonly window: string }[], query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  return has(id) || has(name) || own.some(({ window }) => has(window));
}

/** Scope of a window that is planned in this lane. */
export function laneScope({ kind, id }: Lane): {
  readonly instances?: readonly string[];
  readonly platforms?: readonly string[];
} {
  if (kind === "instance") return { instances: [id] };
  return kind === "platform" ? { platforms: [id] } : {};
}

const order: readonly Lane["kind"][] = ["project", "platform", "instance"];

function laneOf(key: string, name?: string): Lane {
  const at = key.indexOf(" ");
  const id = key.slice(at + 1);
  return { key, kind: key.startsWith("platform ") ? "platform" : "instance", id, name: name ?? id };
}

const byNumber = new Intl.Collator("en", { numeric: true });

/** `eu-2` before `eu-10`. */
function compareIds(a: string, b: string): number {
  return byNumber.compare(a, b) || Number(a > b) - Number(a < b);
}
