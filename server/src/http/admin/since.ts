/** What happened to a resource since it was read: whoever comes second hears of it, and can go on from there. */

import { reviewDocument } from "drawbridge-rules/changes/changed-document.ts";
import { type Difference, differences } from "drawbridge-rules/changes/document-diff.ts";
import { mapByKind, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/problem.ts";
import type { Store } from "../../store/store.ts";
import { actorNames, type NamingServices } from "./actor-names.ts";
import { etagOf } from "./precondition.ts";
import { type Resource, revisionOf } from "./resource-change.ts";

const mostCommits = 20;

/** The refusal, with what happened since where its If-Match names an older revision of the same log. */
export async function withSince(
  workings: NamingServices,
  state: () => Promise<ProjectState>,
  resource: Resource,
  headers: Headers,
  refusal: DrawbridgeError,
): Promise<DrawbridgeError> {
  const { store } = workings;
  const { epoch } = await store.head();
  const read = readRevision(headers.get("if-match") ?? "", epoch);
  const present = await state();
  const revision = revisionOf(present, resource);
  if (read === null || revision === null || read >= revision) return refusal;
  const since: wire.Since = {
    revision,
    etag: etagOf(epoch, revision),
    commits: await commitsSince(workings, present.id, resource, read),
    ...(await differencesSince(store, present, resource, read)),
  };
  return new DrawbridgeError(refusal.code, refusal.message, refusal.problems, refusal, { since });
}

/** The newest that it names; null: none of this log. */
function readRevision(ifMatch: string, epoch: string): number | null {
  const tags = [...ifMatch.matchAll(/"([^".]+)\.(\d{1,15})"/g)].filter(([, of]) => of === epoch);
  return tags.length === 0 ? null : Math.max(...tags.map(([, , revision]) => Number(revision)));
}

async function commitsSince(
  workings: NamingServices,
  project: string,
  resource: Resource,
  since: number,
): Promise<wire.CommitItem[]> {
  const only = resource === "project" ? {} : resource;
  const commits = await workings.store.history(project, { since, ...only, limit: mostCommits });
  const nameOf = await actorNames(
    workings,
    commits.map(({ actor }) => actor),
  );
  return commits.map(({ revision, at, actor, reason }) => ({
    revision,
    at: printInstant(at),
    actor,
    actor_name: nameOf(actor),
    reason,
  }));
}

/** None where the log does not reach back that far. */
async function differencesSince(
  store: Store,
  present: ProjectState,
  resource: Resource,
  since: number,
): Promise<{ readonly differences?: readonly Difference[] }> {
  try {
    const past = readProjectState(present.id, since, await store.rowsAt(present.id, since));
    const documents = [past, present].map((state) => reviewDocument(only(state, resource, present)));
    return { differences: differences(documents[0] ?? {}, documents[1] ?? {}) };
  } catch (error) {
    if (error instanceof DrawbridgeError && error.code === "not_found") return {};
    throw error;
  }
}

/** Of a part, nothing but that part: what else was changed is not what they collided with. */
function only(state: ProjectState, resource: Resource, present: ProjectState): ProjectState {
  if (resource === "project") return state;
  const parts = mapByKind((kind) => {
    const held = kind === resource.kind ? state[kind].get(resource.id) : undefined;
    return kind === "project" ? present.project : ResourceMap.of(held ? [[resource.id, held]] : []);
  });
  return { ...state, ...parts };
}
