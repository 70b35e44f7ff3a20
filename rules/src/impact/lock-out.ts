/** Platforms that a reviewed change locks requests out of: a confirmation says their share in its first line. Imports no zod. */
import type { PlatformImpact } from "../wire/adoption.ts";
import type { ChangeAnswer } from "../wire/change.ts";

/** Percent of a platform's requests that a change may newly force to update, where the project sets no limit. Imports no zod. */
export const defaultLockOutLimit = 20;

/** Impact that `locks_out` refuses, now or from a step on. */
export function lockedOutPlatforms({ guards, impact = [] }: Pick<ChangeAnswer, "guards" | "impact">): PlatformImpact[] {
  const paths = new Set(guards.flatMap(({ code, path }) => (code === "locks_out" ? [path] : [])));
  return impact.filter(({ platform, at }) => paths.has(`platforms.${platform}${at === undefined ? "" : ".step"}`));
}
