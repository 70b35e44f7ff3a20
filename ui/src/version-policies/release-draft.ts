/** Declared releases of a policy while they are typed. */

import { canonicalText, compareVersions, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Release } from "drawbridge-rules/versions/version-policy.ts";

export type ReleaseForm = NonNullable<PolicyForm["releases"]>[number];

export function withReleases(form: PolicyForm, releases: readonly ReleaseForm[]): PolicyForm {
  const { releases: _, ...others } = form;
  return releases.length === 0 ? others : { ...others, releases };
}

/** @param value "": none */
export function withReleaseMember(release: ReleaseForm, member: "date" | "notes", value: string): ReleaseForm {
  const { [member]: _, ...others } = release;
  return value === "" ? others : { ...others, [member]: value };
}

/** The same form where the version is declared already. */
export function withDeclared(form: PolicyForm, release: ReleaseForm): PolicyForm {
  const { releases = [] } = form;
  const declared = [...releases, release];
  return repeatedReleases(declared).has(releases.length) ? form : withReleases(form, declared);
}

/** As sent: without insignificant spaces. A line without anything is not sent. */
export function toSentReleases(releases: readonly ReleaseForm[]): ReleaseForm[] {
  return releases
    .map(({ version, notes = "", ...others }) => withReleaseMember({ version: version.trim(), ...others }, "notes", notes.trim()))
    .filter((release) => !isBlank(release));
}

/** Under which index the server speaks of a line; null: it is not sent. */
export function sentReleaseIndex(releases: readonly ReleaseForm[], line: number): number | null {
  const release = releases[line];
  if (!release || isBlank(release)) return null;
  return releases.slice(0, line).filter((other) => !isBlank(other)).length;
}

/** Releases with a valid version, as targets of updates. */
export function readReleases(releases: readonly ReleaseForm[] = []): readonly Release[] {
  return toSentReleases(releases)
    .filter(({ version }) => parseVersion(version) !== null)
    .map(({ version, date = null, notes = null }) => ({ version, date, notes }));
}

/** Highest version first; those without a valid one last. */
export function sortedReleases(releases: readonly ReleaseForm[]): readonly ReleaseForm[] {
  const versions = new Map(releases.map((release) => [release, parseVersion(release.version)]));
  return releases.toSorted((a, b) => {
    const [one, other] = [versions.get(a) ?? null, versions.get(b) ?? null];
    return one && other ? compareVersions(other, one) : Number(one === null) - Number(other === null);
  });
}

/** Lines whose version an earlier line has, with the index of the first such line. */
export function repeatedReleases(releases: readonly ReleaseForm[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const [line, { version }] of releases.entries()) {
    const parsed = parseVersion(version.trim());
    if (!parsed) continue;
    const text = canonicalText(parsed);
    const known = first.get(text);
    if (known === undefined) first.set(text, line);
    else repeated.set(line, known);
  }
  return repeated;
}

function isBlank({ version, date = "", notes = "" }: ReleaseForm): boolean {
  return version.trim() === "" && date === "" && notes.trim() === "";
}
