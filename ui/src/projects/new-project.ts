/** A new project: its form, and the manifest to apply. */

import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Manifest } from "drawbridge-rules/wire/manifest.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";

export interface NewPlatform {
  readonly id: string;
  /** "": every version may run. */
  readonly minimum: string;
  /** Only for platforms without a store of their own name. */
  readonly store?: PlatformForm["store"];
}

export interface NewInstance {
  readonly id: string;
  readonly name: string;
}

export interface NewProject {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly string[];
  readonly platforms: readonly NewPlatform[];
  readonly stores?: StoreLinks;
  readonly instances: readonly NewInstance[];
}

/** @param language of the user who creates it */
export function blankProject(language: string): NewProject {
  return {
    id: "",
    name: "",
    languages: [language],
    platforms: [
      { id: "ios", minimum: "" },
      { id: "android", minimum: "" },
    ],
    instances: [],
  };
}

/** `Acme News 2` → `acme-news-2`: suggests an id. */
export function suggestProjectId(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 63)
    .replace(/-+$/, "");
}

/** As the server accepts it. */
export function isId(text: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(text);
}

/** Empty lines are left out. */
export function newProjectManifest({ id, name, languages, platforms, stores, instances }: NewProject): Manifest {
  const named = platforms.filter((platform) => platform.id !== "");
  const filled = instances.filter((instance) => instance.id !== "" || instance.name !== "");
  return {
    apiVersion: "drawbridge/v1",
    project: id,
    ...(name.trim() === "" ? {} : { name }),
    languages,
    ...(stores ? { stores } : {}),
    platforms: Object.fromEntries(named.map((platform) => [platform.id, policyOf(platform)])),
    ...(filled.length === 0
      ? {}
      : { instances: Object.fromEntries(filled.map((instance) => [instance.id, { name: instance.name || instance.id }])) }),
  };
}

/** Duplicate ids, by their path in the manifest: `platforms.ios`. */
export function findDuplicateIds(project: NewProject): readonly { readonly path: string; readonly index: number }[] {
  return (["platforms", "instances"] as const).flatMap((list) => {
    const ids = project[list].map(({ id }) => id);
    return ids.flatMap((id, index) => (id !== "" && ids.indexOf(id) < index ? [{ path: `${list}.${id}`, index }] : []));
  });
}

function policyOf({ minimum, store }: NewPlatform): PlatformForm {
  return { ...(minimum.trim() === "" ? {} : { minimum: minimum.trim() }), ...(store === undefined ? {} : { store }) };
}
