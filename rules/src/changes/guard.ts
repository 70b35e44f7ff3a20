/**
 * Guards refuse changes that would lock users out by accident or leave dangling references. They apply to every entry point, and
 * are overridden by name, with a reason.
 */

import { findProject, type ProjectState, type Revisioned } from "../project/project-state.ts";
import type { ResourceMap } from "../project/resource-map.ts";
import { firstLanguageRefusals } from "../texts/project-texts.ts";
import { joinPath } from "../values/dotted-path.ts";
import { builtInPlatforms, forces, lacksUpdateLink } from "../versions/platform.ts";
import type { Platform } from "../versions/platform-schema.ts";
import { policiesOverTime } from "../versions/policy-step.ts";
import { noLinks } from "../versions/store-link.ts";
import { blocksEveryVersion, releaseBelowAll } from "../versions/version-policy.ts";
import { instanceTerm, keysByScope, platformTerm, windowsByScope } from "../windows/window-index.ts";
import { sameValue } from "./document-diff.ts";
import type { Refusal } from "./refusal.ts";

/** Reports only problems that the change introduces: an earlier one that was overridden does not stop every later edit. */
export function guardRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  if (!findProject(after)) return keysInUse(before, after);
  return [
    ...linkRefusals(before, after),
    ...everyVersionRefusals(before, after),
    ...unseenVersionRefusals(before, after),
    ...firstLanguageRefusals(before, after),
    ...inUseRefusals(before, after),
  ];
}

function linkRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const deadEnds = (state: ProjectState) =>
    [...state.platform].filter(([, held]) => isDeadEnd(state, held)).map(([name]) => name);
  const known = new Set(deadEnds(before));
  return deadEnds(after)
    .filter((name) => !known.has(name) || policyChanged(before, after, name))
    .map((name) => ({
      guard: "store_link",
      path: `platforms.${name}`,
      message: `forces an upgrade, but has no store link to open: set stores.${after.platform.get(name)?.value.store} (of the platform or the project), or store: none`,
    }));
}

function isDeadEnd(state: ProjectState, { value }: Revisioned<Platform>): boolean {
  return forces(value.policy) && lacksUpdateLink(value, findProject(state)?.stores ?? noLinks);
}

function everyVersionRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  return [...after.platform]
    .filter(([name, { value }]) => policyChanged(before, after, name) && policiesOverTime(value.policy).some(blocksEveryVersion))
    .map(([name, { value }]) => {
      const isNow = blocksEveryVersion(value.policy);
      const message = "leaves no version that may run: users would have nothing to update to";
      return { guard: "every_version_blocked", path: `platforms.${name}.${isNow ? "blocked" : "step"}`, message };
    });
}

/** Judged by declared releases alone: requests can be forged. */
function unseenVersionRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  return [...after.platform]
    .filter(([name]) => policyChanged(before, after, name))
    .flatMap(([name, { value }]) => {
      const found = policiesOverTime(value.policy).map((policy) => (blocksEveryVersion(policy) ? null : releaseBelowAll(policy)));
      const release = found.find((top) => top !== null);
      if (!release) return [];
      const path = `platforms.${name}${found[0] === null ? ".step" : ""}`;
      const message = `leaves only versions above ${release.text}, the highest declared release: users would have nothing to update to. Correct the version, or declare its release`;
      return { guard: "unseen_version", path, message };
    });
}

function policyChanged(before: ProjectState, after: ProjectState, platform: string): boolean {
  const [was, is] = [before, after].map((state) => state.platform.get(platform)?.value.policy);
  return was !== is && !sameValue(was, is);
}

function inUseRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const platforms = removed(before.platform, after.platform).filter((name) => !builtInPlatforms.includes(name));
  return [
    ...stillNamed(removed(before.instance, after.instance), "instances", instanceTerm, after),
    ...stillNamed(platforms, "platforms", platformTerm, after),
  ];
}

/** Deleting a project deletes its keys too, and apps still send them. */
function keysInUse(before: ProjectState, after: ProjectState): Refusal[] {
  if (!findProject(before)) return [];
  return [...before.read_key]
    .filter(([id, { value }]) => (after.read_key.get(id)?.value ?? value).revokedAt === null)
    .map(([id, { value }]) => ({
      guard: "in_use",
      path: `keys.${id}`,
      message: `"${value.name}" (…${value.last4}) is not revoked: apps that still send it would get 401`,
    }));
}

function stillNamed(
  gone: readonly string[],
  scope: "instances" | "platforms",
  termOf: (name: string) => string,
  after: ProjectState,
): Refusal[] {
  return gone.flatMap((name) => {
    const windows = [...windowsByScope.find(after.window, termOf(name))].map((id) => `window ${id}`);
    const keys = [...keysByScope.find(after.read_key, termOf(name))].flatMap((id) => {
      const key = after.read_key.get(id)?.value;
      return key && key.revokedAt === null ? [`the scope of key ${id} ("${key.name}")`] : [];
    });
    const by = [...windows, ...keys];
    if (by.length === 0) return [];
    return [{ guard: "in_use", path: joinPath(scope, name), message: `cannot be deleted: it is used by ${by.join(", ")}` }];
  });
}

function removed<T>(before: ResourceMap<Revisioned<T>>, after: ResourceMap<Revisioned<T>>): string[] {
  return before.differingFrom(after).filter((id) => !after.has(id));
}
