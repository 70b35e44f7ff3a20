import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";

/** Versions that a policy names: its bounds, and the single versions in its lists. */
export function namedVersions({
  minimum = "",
  recommended = "",
  blocked = [],
  exempt = [],
}: PlatformForm = {}): readonly string[] {
  const single = /^v?\d[\w.+-]*$/;
  return [...new Set([minimum, recommended, ...blocked, ...exempt].filter((entry) => single.test(entry)))];
}
