/** One spelling for all versions that compare equal: the SemVer form, as far as a version has one. */
import type { AppVersion } from "./app-version.ts";
import { entryBounds } from "./boundary-version.ts";
import type { CompiledPolicy } from "./version-policy.ts";

/** Numbers that are always written: "2" is 2.0.0. */
const leastNumbers = 3;

/** Matches most versions that apps send. */
const alreadyCanonical = /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2}$/;

/** The canonical text: at most 4 characters and a "-" longer than the version as sent. */
export function canonicalText({ text: sent, numbers, pre, build }: AppVersion): string {
  if (alreadyCanonical.test(sent)) return sent;
  let length = numbers.length;
  while (length > leastNumbers && numbers[length - 1] === 0) length--;
  let text = `${numbers[0] ?? 0}.${numbers[1] ?? 0}.${numbers[2] ?? 0}`;
  for (let i = leastNumbers; i < length; i++) text += `.${numbers[i]}`;
  return text + (pre === null ? "" : `-${idsText(pre)}`) + (build === null ? "" : `+${idsText(build)}`);
}

/** Canonical texts of the versions that a policy names, bounds of ranges and families included. */
export function namedVersions({ minimum, recommended, blocked, exempt, releases }: CompiledPolicy): ReadonlySet<string> {
  const bounds = [minimum, recommended].filter((version) => version !== null);
  return new Set([...bounds, ...releases, ...[...blocked, ...exempt].flatMap(entryBounds)].map(canonicalText));
}

/** Digits of any length compare as numbers, so leading zeros are dropped. */
function idsText(ids: readonly string[]): string {
  return ids.map((id) => (/^0+[0-9]+$/.test(id) ? id.replace(/^0+(?=[0-9])/, "") : id)).join(".");
}
