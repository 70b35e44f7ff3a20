/** Edits that apply a manifest, and the unreviewed changes that it would undo. */

import { type ProjectState, soleId } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { Steps } from "../values/steps.ts";
import { withoutPast } from "../windows/past-window.ts";
import { type Drift, driftSteps } from "./document-diff.ts";
import { type Manifest, manifestDocument, ownedDocument } from "./manifest.ts";

/** A manifest is complete: whatever it leaves out is deleted, except windows that did not come from a manifest. */
export function manifestEdits(state: ProjectState, manifest: Manifest, document = manifestDocument(manifest)): Edit[] {
  return [
    { kind: "project", id: soleId, value: manifest.header },
    ...putAll("platform", manifest.platforms),
    ...putAll("instance", manifest.instances),
    ...putAll("window", manifest.windows),
    ...absent("platform", state.platform.keys(), manifest.platforms),
    ...absent("instance", state.instance.keys(), manifest.instances),
    ...absent("window", ownedWindows(state), manifest.windows),
    { kind: "manifest", id: soleId, value: { document } },
  ];
}

export interface ManifestChange {
  readonly edits: readonly Edit[];
  /** Changes made another way since the last apply, which the edits undo. */
  readonly drift: readonly Drift[];
}

/**
 * Drift includes windows with a name of the manifest that did not come from it, but no window that was deleted because it ended.
 * @param now epoch ms
 * @param isKnown whether the manifest was written from the project as it is now, so that it misses no change
 */
export function* manifestChangeSteps(
  state: ProjectState,
  manifest: Manifest,
  now: number,
  isKnown = false,
): Steps<ManifestChange> {
  const document = manifestDocument(manifest);
  yield;
  const drift = yield* driftFrom(state, manifest, document, now, isKnown);
  yield;
  return { edits: manifestEdits(state, manifest, document), drift };
}

type Document = Readonly<Record<string, unknown>>;

function* driftFrom(state: ProjectState, manifest: Manifest, desired: Document, now: number, isKnown: boolean): Steps<Drift[]> {
  const applied = withoutPast(state.manifest.get(soleId)?.value.document ?? {}, state, now);
  yield;
  const current = ownedDocument(state);
  yield;
  const foreign = foreignWindows(state, manifest, desired);
  const told = new Set(foreign.map(({ path }) => path));
  const drift = isKnown ? [] : yield* driftSteps(applied, current, desired);
  const rest = drift.filter(({ path }) => !told.has(path.split(".", 2).join(".")));
  return [...rest, ...foreign];
}

function foreignWindows(state: ProjectState, manifest: Manifest, desired: Document): Drift[] {
  const wanted = desired.windows as Readonly<Record<string, unknown>> | undefined;
  return Object.keys(manifest.windows)
    .filter((id) => state.window.has(id) && state.window.get(id)?.value.origin !== "manifest")
    .map((id) => ({
      path: `windows.${id}`,
      applied: undefined,
      current: "a window that did not come from a manifest",
      desired: wanted?.[id],
    }));
}

function ownedWindows(state: ProjectState): string[] {
  return [...state.window].filter(([, { value }]) => value.origin === "manifest").map(([id]) => id);
}

function putAll<K extends "platform" | "instance" | "window">(
  kind: K,
  values: Readonly<Record<string, Extract<Edit, { kind: K }>["value"]>>,
): Edit[] {
  return Object.entries(values).map(([id, value]) => ({ kind, id, value }) as Edit);
}

function absent(kind: "platform" | "instance" | "window", present: Iterable<string>, wanted: object): Edit[] {
  return [...present].filter((id) => !Object.hasOwn(wanted, id)).map((id) => ({ kind, id, value: null }));
}
