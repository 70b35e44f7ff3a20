import { type Occurrence, type Override, occurrencesAround } from "drawbridge-rules/occurrence/occurrence.ts";
import { overridesForWindow } from "drawbridge-rules/occurrence/window-occurrences.ts";
import type { Instance } from "drawbridge-rules/project/instance.ts";
import { findProject, type ProjectState, type Revisioned } from "drawbridge-rules/project/project-state.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { allPlatforms, builtInPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { Platform } from "drawbridge-rules/versions/platform-schema.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { instanceTerm, platformTerm, wholeProject, windowsByScope } from "drawbridge-rules/windows/window-index.ts";
import { compileMessage } from "./compiled-message.ts";
import {
  type CompiledPlatform,
  type CompiledWindow,
  compileHeader,
  compilePlatform,
  lazy,
  type ReadableProject,
} from "./compiled-project.ts";
import { isSameList } from "./finished-answer.ts";

/** Compiled platforms never change, and a plan leaves most alone. */
const platforms = new WeakMap<Platform, CompiledPlatform>();

export class PlannedProject implements ReadableProject {
  readonly #state: ProjectState;
  readonly #header: () => ReturnType<typeof compileHeader> | null;
  readonly #undeclared = new Map<string, CompiledPlatform>();
  readonly coverage: PlannedCoverage;

  /** @param shared occurrences of windows that are the same on both sides of a change */
  constructor(state: ProjectState, shared: OccurrenceCache) {
    this.#state = state;
    const project = findProject(state);
    this.#header = lazy(() => project && compileHeader(project));
    this.coverage = new PlannedCoverage(state, shared);
  }

  get header(): ReturnType<typeof compileHeader> | null {
    return this.#header();
  }

  get platformNames(): string[] {
    return [...allPlatforms(this.#state.platform.keys())].sort();
  }

  get instanceIds(): Iterable<string> {
    return this.#state.instance.keys();
  }

  platform(name: string): CompiledPlatform | null {
    const value = this.#state.platform.get(name)?.value;
    if (!value && !builtInPlatforms.includes(name)) return null;
    const known = value ? platforms.get(value) : this.#undeclared.get(name);
    const compiled = known?.name === name ? known : compilePlatform(name, value ?? null);
    if (value) platforms.set(value, compiled);
    else this.#undeclared.set(name, compiled);
    return compiled;
  }

  instance(id: string): Instance | null {
    return this.#state.instance.get(id)?.value ?? null;
  }

  window(id: string): Pick<CompiledWindow, "message"> | null {
    const window = this.#state.window.get(id)?.value;
    return window ? { message: window.message ? compileMessage(window.message) : null } : null;
  }
}

export class OccurrenceCache {
  readonly #now: number;
  readonly #known = new Map<
    Revisioned<MaintenanceWindow>,
    { readonly overrides: readonly Override[]; readonly found: readonly Occurrence[] }
  >();

  constructor(now: number) {
    this.#now = now;
  }

  of(state: ProjectState, id: string): readonly Occurrence[] {
    const held = state.window.get(id);
    if (!held) return [];
    const overrides = overridesForWindow(state, id);
    const known = this.#known.get(held);
    if (known && isSameList(known.overrides, overrides)) return known.found;
    const found = occurrencesAround(id, held.value, overrides, this.#now);
    this.#known.set(held, { overrides, found });
    return found;
  }
}

class PlannedCoverage {
  readonly #state: ProjectState;
  readonly #expanded: OccurrenceCache;
  readonly #ofEverybody: () => readonly Occurrence[];
  lastOpen: string | null = null;
  looked = 0;

  constructor(state: ProjectState, expanded: OccurrenceCache) {
    this.#state = state;
    this.#expanded = expanded;
    // Sorted by start here, so that each later sort is a single pass.
    this.#ofEverybody = lazy(() =>
      [...windowsByScope.find(state.window, wholeProject)]
        .flatMap((id) => expanded.of(state, id))
        .sort((a, b) => a.start - b.start),
    );
  }

  ofInstance(id: string): readonly Occurrence[] {
    return this.#of(instanceTerm(id));
  }

  ofPlatform(name: string): readonly Occurrence[] {
    return this.#of(platformTerm(name));
  }

  /** Expands the windows that cover everyone: slow if there are thousands. */
  *prepare(): Steps<void> {
    for (const id of windowsByScope.find(this.#state.window, wholeProject)) {
      this.#expanded.of(this.#state, id);
      yield;
    }
    void this.#ofEverybody();
    yield;
  }

  #of(asker: string): readonly Occurrence[] {
    const found = [...windowsByScope.find(this.#state.window, asker)].reduce<readonly Occurrence[]>(
      (all, id) => all.concat(this.#expanded.of(this.#state, id)),
      this.#ofEverybody(),
    );
    this.looked += found.length;
    return found;
  }
}

export interface Side {
  readonly state: ProjectState;
  readonly project: PlannedProject;
}
