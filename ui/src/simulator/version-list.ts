/** Parses the versions to compare. */
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";

/** Maximum number of versions: each is a request to the server. */
export const maxComparedVersions = 30;

/** `2.3.0, 2.4` → each version once, in typed order. */
export function versionsIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((version) => version !== ""))].slice(0, maxComparedVersions);
}

/** Versions that a policy names: its bounds, and the single versions in its lists. */
export function namedVersions({ minimum = "", recommended = "", blocked = [], exempt = [] }: PolicyForm = {}): readonly string[] {
  const single = /^v?\d[\w.+-]*$/;
  return [...new Set([minimum, recommended, ...blocked, ...exempt].filter((entry) => single.test(entry)))];
}
