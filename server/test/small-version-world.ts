/** A test world with so few versions that all of them can be checked. */

import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import fc from "fast-check";
import { versionOf } from "./arbitrary-version.ts";

/** Policies over few bounds, often with cuts that fit together. */
export function smallPolicy(): fc.Arbitrary<VersionPolicy> {
  const numbers = fc.constantFrom("0", "1", "1.1", "2");
  const named = fc.constantFrom("", "", "", "-a", "-1", "-a.0", "+1", "-a+1", "+b");
  const version = fc.tuple(numbers, named).map(([start, rest]) => start + rest);
  const comparator = fc.tuple(fc.constantFrom("=", ">=", ">", "<=", "<"), version).map(([operator, bound]) => operator + bound);
  const range = fc.array(comparator, { minLength: 1, maxLength: 2 }).map((comparators) => comparators.join(" "));
  const family = fc.constantFrom("0.*", "1.*", "1.0.*", "1.1.*", "2.*");
  const cut = fc.tuple(version, version).map(([low, high]) => [`<=${low}`, `>=${high}`]);
  const entries = fc.tuple(cut, fc.array(fc.oneof(range, range, version, family), { maxLength: 4 })).map((lists) => lists.flat());
  return fc.record({
    minimum: fc.option(version),
    recommended: fc.option(version),
    blocked: entries,
    exempt: fc.array(range, { maxLength: 1 }),
  });
}

/** At least one version of every region that the bounds of `smallPolicy` can create, found without the code under test. */
export function smallWorld(): AppVersion[] {
  const numbers = [0, 1, 2, 3].flatMap((a) => [0, 1, 2].flatMap((b) => [`${a}.${b}`, `${a}.${b}.0.0.0.1`]));
  const pres = ["", "-0", "-1", "-1.0", "-a", "-a.0", "-a.0.0", "-a.1", "-b"];
  const builds = ["", "+0", "+1", "+1.0", "+2", "+a", "+b", "+b.0"];
  return numbers.flatMap((start) => pres.flatMap((pre) => builds.map((build) => versionOf(start + pre + build))));
}
