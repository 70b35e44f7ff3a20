/**
 * Warnings about all windows of a project, computed once for each state and cached, so that the list of maintenance need not
 * check thousands of windows.
 */

import { windowsWithOverrides } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { windowWarnings } from "../windows/maintenance-warning.ts";
import { readWindowOutlook, startOfUtcDay } from "../windows/window-outlook.ts";

export interface ProjectWarnings {
  /** Sorted by window id, at most as many as are shown. */
  readonly first: readonly Problem[];
  /** Includes warnings that are not shown. */
  readonly count: number;
}

export const maxWarnings = 200;

const DAY = 24 * 60 * 60 * 1_000;

interface Remembered extends ProjectWarnings {
  /** The maps, besides the windows, that the warnings were computed from. */
  readonly of: readonly object[];
  /** Epoch ms: the warnings are valid for `from ≤ now < until`. */
  readonly from: number;
  readonly until: number;
}

const remembered = new WeakMap<ProjectState["window"], Remembered>();

/** Computes the warnings unless they are cached: long work, to be done in turns. @param now epoch ms */
export function* projectWarnings(state: ProjectState, now: number): Steps<ProjectWarnings> {
  const of = [state.project, state.instance, state.override];
  const known = remembered.get(state.window);
  if (known && known.from <= now && now < known.until && known.of.every((map, index) => map === of[index])) return known;
  const first: Problem[] = [];
  let count = 0;
  let until = startOfUtcDay(now) + DAY;
  for (const held of windowsWithOverrides(state)) {
    const own = windowWarnings(state, held, now);
    if (first.length < maxWarnings) first.push(...own);
    count += own.length;
    const { aliveUntil } = readWindowOutlook(held, now);
    if (aliveUntil > now) until = Math.min(until, aliveUntil);
    yield;
  }
  const found = { of, from: now, until, first, count };
  remembered.set(state.window, found);
  return found;
}
