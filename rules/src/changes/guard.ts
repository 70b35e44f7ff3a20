/**
 * Guards: changes that lock people out by accident, or leave something pointing at nothing. They are decided here for
 * every door and are passed by name, with a reason.
 */

import { type Held, type ProjectState, projectOf } from "../project/project-state.ts";
import type { ResourceMap } from "../project/resource-map.ts";
import { firstLanguageRefusals } from "../texts/first-language.ts";
import { everyProjectHas, forces, lacksUpdateLink } from "../versions/platform.ts";
import type { Platform } from "../versions/platform-schema.ts";
import { noLinks } from "../versions/store-link.ts";
import { blocksEveryVersion } from "../versions/version-policy.ts";
import { instanceTerm, keysByScope, platformTerm, windowsByScope } from "../windows/scope-index.ts";
import { sameValue } from "./document-diff.ts";
import type { Refusal } from "./refusal.ts";

/** Only what the change brings about: what stood before, overridden then, does not stop every later edit. */
export function refusalsOf(before: ProjectState, after: ProjectState): Refusal[] {
  if (!projectOf(after)) return keysInUse(before, after);
  return [
    ...linkRefusals(before, after),
    ...everyVersionRefusals(before, after),
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

function isDeadEnd(state: ProjectState, { value }: Held<Platform>): boolean {
  return forces(value.policy) && lacksUpdateLink(value, projectOf(state)?.stores ?? noLinks);
}

function everyVersionRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  return [...after.platform]
    .filter(([name, { value }]) => policyChanged(before, after, name) && blocksEveryVersion(value.policy))
    .map(([name]) => ({
      guard: "every_version_blocked",
      path: `platforms.${name}.blocked`,
      message: "leaves no version that may run: there would be nothing to update to",
    }));
}

function policyChanged(before: ProjectState, after: ProjectState, platform: string): boolean {
  const [was, is] = [before, after].map((state) => state.platform.get(platform)?.value.policy);
  return was !== is && !sameValue(was, is);
}

function inUseRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const platforms = removed(before.platform, after.platform).filter((name) => !everyProjectHas.includes(name));
  return [
    ...stillNamed(removed(before.instance, after.instance), "instances", instanceTerm, after),
    ...stillNamed(platforms, "platforms", platformTerm, after),
  ];
}

/** A project goes with everything in it, its keys too: what apps still carry is then unknown. */
function keysInUse(before: ProjectState, after: ProjectState): Refusal[] {
  if (!projectOf(before)) return [];
  return [...before.read_key]
    .filter(([id, { value }]) => (after.read_key.get(id)?.value ?? value).revokedAt === null)
    .map(([id, { value }]) => ({
      guard: "in_use",
      path: `keys.${id}`,
      message: `"${value.name}" (…${value.last4}) is not revoked: the apps that carry it would be answered 401`,
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
    return [{ guard: "in_use", path: `${scope}.${name}`, message: `cannot go: it is named by ${by.join(", ")}` }];
  });
}

function removed<T>(before: ResourceMap<Held<T>>, after: ResourceMap<Held<T>>): string[] {
  return before.differingFrom(after).filter((id) => !after.has(id));
}
