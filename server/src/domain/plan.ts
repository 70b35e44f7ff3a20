/** What comes of some edits: the changes to commit, what people are to review, what to warn of and what stops it. Pure, and the same for every door. */

import { compareToBound, parseVersion } from "./app-version.ts";
import { type Difference, differences } from "./document-diff.ts";
import { afterEdits, type Edit, effectiveEdits, withEverything } from "./edit.ts";
import type { Problem } from "./errors.ts";
import { below } from "./fields.ts";
import { fourEyesRefusals, needsReason } from "./four-eyes.ts";
import { type Refusal, refusalsOf } from "./guard.ts";
import { longRefusals } from "./long-maintenance.ts";
import { coverageWarning } from "./maintenance-warning.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { manifestDocument, noteUnknown } from "./manifest.ts";
import { newTextProblems } from "./new-text.ts";
import { endInForce, type Override, occurrencesAround } from "./occurrence.ts";
import { nothingPast, pastWindows } from "./past-window.ts";
import { placeholderProblems } from "./placeholder-values.ts";
import { isEndless, plannedAfter } from "./planned.ts";
import { everyProjectHas } from "./platform.ts";
import { manifestOf, type ProjectState, projectOf } from "./project-state.ts";
import { pastProposals } from "./proposal.ts";
import { printProtection, protectionOf } from "./protection.ts";
import { scheduleWarnings } from "./schedule-warning.ts";
import { continued, overridesByWindow, windowEdits } from "./window-change.ts";

export interface Plan {
  /** Exactly what is to be written; empty where the edits change nothing. */
  readonly changes: readonly Edit[];
  readonly differences: readonly Difference[];
  readonly warnings: readonly Problem[];
  /** What the edits themselves have wrong; nothing passes these. */
  readonly problems: readonly Problem[];
  /** What guards have against it; each is passed by the guard's name. */
  readonly refusals: readonly Refusal[];
  /** Whether the project asks whoever makes such a change to say why. */
  readonly needsReason: boolean;
}

/** @param now epoch ms: what is in force is decided against it. */
export function plan(state: ProjectState, edits: readonly Edit[], now: number): Plan {
  const wanted = effectiveEdits(state, continued(state, withEverything(state, edits)));
  const windows = windowEdits(state, wanted, now);
  // Overrides first; what an edit says of one itself counts more than what is kept. Of a window, its rule with its instant.
  const [rules, kept] = [windows.edits.filter(isOfWindow), windows.edits.filter((edit) => !isOfWindow(edit))];
  const asked = [...kept, ...wanted, ...rules];
  const past = asked.length === 0 ? nothingPast : pastWindows(state, afterEdits(state, asked), now);
  const closed = wanted.some(({ kind }) => kind === "proposal") ? pastProposals(afterEdits(state, asked), now) : [];
  const changes = effectiveEdits(state, [...asked, ...past.edits, ...closed]);
  const after = afterEdits(state, changes);
  const edited = changes.filter(isOfWindow).map(({ id }) => id);
  return {
    changes,
    differences: differences(reviewDocument(state), reviewDocument(after)),
    warnings: [...windows.warnings, ...past.warnings, ...onlyNew(warningsOf(state, edited, now), warningsOf(after, edited, now))],
    problems: [
      ...nameProblems(state, after, changes),
      ...newTextProblems(state, changes),
      ...onlyNew(placeholdersIn(state), placeholdersIn(after)),
    ],
    refusals: [
      ...refusalsOf(state, after),
      ...longRefusals(state, after, wanted, now),
      ...windows.refusals,
      ...fourEyesRefusals(state, edits, wanted, now),
    ],
    needsReason: needsReason(state, wanted, now),
  };
}

/** The configuration as people know it, from the manifest, whoever wrote what; and what protects it. */
export function reviewDocument(state: ProjectState): Record<string, unknown> {
  const manifest = manifestOf(state, false);
  if (!manifest) return {};
  const { apiVersion: _, project: __, ...document } = manifestDocument(manifest);
  return state.protection.size === 0 ? document : { ...document, protection: printProtection(protectionOf(state)) };
}

/**
 * Names that the edited windows and keys did not have before. One that loses what it names is a guard's affair, and can
 * still be edited afterwards: a key can be revoked.
 */
function nameProblems(before: ProjectState, after: ProjectState, changes: readonly Edit[]): Problem[] {
  const problems: Problem[] = [];
  if (!projectOf(after)) return problems;
  const platforms = new Set([...everyProjectHas, ...after.platform.keys()]);
  for (const edit of changes) {
    if (edit.kind !== "window" && edit.kind !== "read_key") continue;
    const path = edit.kind === "window" ? `windows.${edit.id}` : "";
    const was = before[edit.kind].get(edit.id)?.value;
    const isPlatform = (name: string) => platforms.has(name) || was?.platforms?.includes(name);
    const isInstance = (name: string) => after.instance.has(name) || was?.instances?.includes(name);
    noteUnknown(edit.value?.platforms ?? null, isPlatform, below(path, "platforms"), "platform", problems);
    noteUnknown(edit.value?.instances ?? null, isInstance, below(path, "instances"), "instance", problems);
  }
  return problems;
}

/** What stood before is not this change's: said every time, it would soon be read by nobody. */
function onlyNew(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const stood = new Set(before.map((problem) => JSON.stringify(problem)));
  return after.filter((problem) => !stood.has(JSON.stringify(problem)));
}

function placeholdersIn(state: ProjectState): Problem[] {
  const manifest = manifestOf(state, false);
  return manifest ? placeholderProblems(manifest) : [];
}

function isOfWindow({ kind }: Edit): boolean {
  return kind === "window";
}

/** @param edited ids of the windows of which everything is said; of the others only what another change can bring about */
function warningsOf(state: ProjectState, edited: readonly string[], now: number): Problem[] {
  const found = [
    ...coverageWarnings(state, now),
    ...scheduleWarnings(state, edited, now),
    ...policyWarnings(state),
    ...languageWarnings(state),
  ];
  return [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function coverageWarnings(state: ProjectState, now: number): Problem[] {
  const overrides = overridesByWindow(state);
  return [...state.window].flatMap(([id, { value }]) => {
    const warning = coverageWarning(state, id, value);
    return warning === null || isOver(id, value, overrides.get(id) ?? [], now) ? [] : [warning];
  });
}

function isOver(id: string, window: MaintenanceWindow, overrides: readonly Override[], now: number): boolean {
  if (isEndless(window)) return false;
  // One that is to come and untouched says so of nearly every window that goes on: a look at all around it costs ten times that.
  const next = plannedAfter(window, now);
  if (next !== null && !overrides.some(({ occurrence }) => occurrence === next.wall)) return false;
  return occurrencesAround(id, window, overrides, now).every((occurrence) => endInForce(occurrence, now) <= now);
}

function policyWarnings(after: ProjectState): Problem[] {
  return [...after.platform].flatMap(([name, { value }]) => {
    const minimum = parseVersion(value.policy.minimum ?? "");
    const recommended = parseVersion(value.policy.recommended ?? "");
    if (!minimum || !recommended || compareToBound(recommended, minimum) >= 0) return [];
    return [
      {
        path: `platforms.${name}.recommended`,
        message: "is below minimum, and so recommends a version that is forced to update",
      },
    ];
  });
}

function languageWarnings(after: ProjectState): Problem[] {
  const project = projectOf(after);
  if (!project) return [];
  return Object.entries(project.messages).flatMap(([kind, texts]) =>
    Object.keys(texts ?? {})
      .filter((language) => !project.languages.includes(language))
      .map((language) => ({ path: `messages.${kind}.${language}`, message: "is not one of the project's languages" })),
  );
}
