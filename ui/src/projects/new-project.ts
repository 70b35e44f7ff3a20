import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Manifest } from "drawbridge-rules/wire/manifest.ts";

/** A platform without its own store names another. */
export const usualPlatforms = {
  ios: {},
  android: {},
  huawei: { store: "android" },
  web: { name: "Web", store: "none" },
} as const satisfies Record<string, PlatformForm>;
export type UsualPlatform = keyof typeof usualPlatforms;

export interface NewProject {
  readonly id: string;
  readonly name: string;
  readonly platforms: readonly UsualPlatform[];
}

export const blankProject: NewProject = { id: "", name: "", platforms: ["ios", "android"] };

export function newProjectManifest({ id, name, platforms }: NewProject): Manifest {
  return {
    apiVersion: "drawbridge/v1",
    project: id,
    ...(name.trim() === "" ? {} : { name: name.trim() }),
    languages: ["en"],
    platforms: Object.fromEntries(platforms.map((platform) => [platform, usualPlatforms[platform]])),
  };
}
