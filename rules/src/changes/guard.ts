/** Guards refuse changes that would lock users out or leave dangling references. */

import { findProject, type ProjectState, type Revisioned } from "../project/project-state.ts";
import type { ResourceMap } from "../project/resource-map.ts";
import { firstLanguageGuards } from "../texts/project-texts.ts";
import { joinPath } from "../values/fields.ts";
import { builtInPlatforms, forces, lacksUpdateLink } from "../versions/platform.ts";
import { policiesOverTime } from "../versions/policy-step.ts";
import { noLinks } from "../versions/store-link.ts";
import { blocksEveryVersion, releaseBelowAll } from "../versions/version-policy.ts";
import { instanceTerm, keysByScope, platformTerm, windowsByScope } from "../windows/window-index.ts";
import type { Guard } from "../wire/guard.ts";
import { sameValue } from "./document-diff.ts";

/** An earlier problem that was overridden does not stop every later edit. */
export function findGuards(before: ProjectState, after: ProjectState): Guard[] {
  if (!findProject(after)) return keysInUse(before, after);
  return [
    ...linkGuards(before, after),
    ...everyVersionGuards(before, after),
    ...unseenVersionGuards(before, after),
    ...firstLanguageGuards(before, after),
    ...inUseGuards(before, after),
  ];
}

function linkGuards(before: ProjectState, after: ProjectState): Guard[] {
  const deadEnds = (state: ProjectState) =>
    [...state.platform]
      .filter(([, held]) => forces(held.value.policy) && lacksUpdateLink(held.value, findProject(state)?.stores ?? noLinks))
      .map(([name]) => name);
  const known = new Set(deadEnds(before));
  return deadEnds(after)
    .filter((name) => !known.has(name) || policyChanged(before, after, name))
    .flatMap((name) => {
      const value = after.platform.get(name)?.value;
      if (!value || value.store === "none") return [];
      const minimum = policiesOverTime(value.policy).findLast(({ minimum }) => minimum !== null)?.minimum ?? null;
      return [{ code: "store_link", path: `platforms.${name}`, platform: name, store: value.store, minimum }];
    });
}

function everyVersionGuards(before: ProjectState, after: ProjectState): Guard[] {
  return [...after.platform]
    .filter(([name, { value }]) => policyChanged(before, after, name) && policiesOverTime(value.policy).some(blocksEveryVersion))
    .map(([name, { value }]) => {
      const isNow = blocksEveryVersion(value.policy);
      const path = `platforms.${name}.${isNow ? "blocked" : "step"}`;
      return { code: "every_version_blocked", path, platform: name, from_step: !isNow };
    });
}

/** Judged by declared releases alone: requests can be forged. */
function unseenVersionGuards(before: ProjectState, after: ProjectState): Guard[] {
  return [...after.platform]
    .filter(([name]) => policyChanged(before, after, name))
    .flatMap(([name, { value }]) => {
      const found = policiesOverTime(value.policy).map((policy) => (blocksEveryVersion(policy) ? null : releaseBelowAll(policy)));
      const release = found.find((top) => top !== null);
      if (!release) return [];
      const isFromStep = found[0] === null;
      const path = `platforms.${name}${isFromStep ? ".step" : ""}`;
      return { code: "unseen_version", path, platform: name, release: release.text, from_step: isFromStep };
    });
}

function policyChanged(before: ProjectState, after: ProjectState, platform: string): boolean {
  const [was, is] = [before, after].map((state) => state.platform.get(platform)?.value.policy);
  return was !== is && !sameValue(was, is);
}

function inUseGuards(before: ProjectState, after: ProjectState): Guard[] {
  const platforms = removed(before.platform, after.platform).filter((name) => !builtInPlatforms.includes(name));
  return [
    ...stillNamed(removed(before.instance, after.instance), "instance", instanceTerm, after),
    ...stillNamed(platforms, "platform", platformTerm, after),
  ];
}

/** Deleting a project deletes its keys too, and apps still send them. */
function keysInUse(before: ProjectState, after: ProjectState): Guard[] {
  if (!findProject(before)) return [];
  return [...before.read_key]
    .filter(([id, { value }]) => (after.read_key.get(id)?.value ?? value).revokedAt === null)
    .map(([key]) => ({ code: "in_use", path: `keys.${key}`, key, windows: [], keys: [], more: 0 }));
}

const maxUsers = 10;

function stillNamed(
  gone: readonly string[],
  kind: "instance" | "platform",
  termOf: (name: string) => string,
  after: ProjectState,
): Guard[] {
  return gone.flatMap((name) => {
    const windows = [...windowsByScope.find(after.window, termOf(name))];
    const keys = [...keysByScope.find(after.read_key, termOf(name))].filter(
      (id) => after.read_key.get(id)?.value.revokedAt === null,
    );
    if (windows.length + keys.length === 0) return [];
    const more = Math.max(0, windows.length - maxUsers) + Math.max(0, keys.length - maxUsers);
    const users = { windows: windows.slice(0, maxUsers), keys: keys.slice(0, maxUsers), more };
    return [{ code: "in_use", path: joinPath(`${kind}s`, name), [kind]: name, ...users }];
  });
}

function removed<T>(before: ResourceMap<Revisioned<T>>, after: ResourceMap<Revisioned<T>>): string[] {
  return before.differingFrom(after).filter((id) => !after.has(id));
}
