/** Changes to a resource since it was read: returned to the second of two writers, who can continue from there. */

import { changedDocument } from "drawbridge-rules/changes/changed-document.ts";
import type { Difference } from "drawbridge-rules/changes/document-diff.ts";
import { mapByKind, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/problem.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { Store } from "../../store/store.ts";
import { actorNames, type NamingServices } from "../answer/actor-names.ts";
import { formatEtag } from "../request/precondition.ts";
import { currentRevision, type Resource } from "./resource-change.ts";

const maxCommits = 20;

/** The refusal, with the changes since then if its If-Match names an older revision of the same log. */
export async function withSince(
  services: NamingServices,
  state: () => Promise<ProjectState>,
  resource: Resource,
  headers: Headers,
  refusal: DrawbridgeError,
): Promise<DrawbridgeError> {
  const { store } = services;
  const { epoch } = await store.head();
  const read = readRevision(headers.get("if-match") ?? "", epoch);
  const present = await state();
  const revision = currentRevision(present, resource);
  if (read === null || revision === null || read >= revision) return refusal;
  const since: wire.Since = {
    revision,
    etag: formatEtag(epoch, revision),
    commits: await commitsSince(services, present.id, resource, read),
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
  services: NamingServices,
  project: string,
  resource: Resource,
  since: number,
): Promise<wire.CommitItem[]> {
  const only = resource === "project" ? {} : resource;
  const commits = await services.store.history(project, { since, ...only, limit: maxCommits });
  const nameOf = await actorNames(
    services,
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
    const [before, after] = [only(past, resource, present), only(present, resource, present)];
    return { differences: await runStepsYielding(changedDocument(before, after)) };
  } catch (error) {
    if (error instanceof DrawbridgeError && error.code === "not_found") return {};
    throw error;
  }
}

/** Keeps only the part in question: changes elsewhere are not the conflict. */
function only(state: ProjectState, resource: Resource, present: ProjectState): ProjectState {
  if (resource === "project") return state;
  const parts = mapByKind((kind) => {
    const held = kind === resource.kind ? state[kind].get(resource.id) : undefined;
    return kind === "project" ? present.project : ResourceMap.of(held ? [[resource.id, held]] : []);
  });
  return { ...state, ...parts };
}
