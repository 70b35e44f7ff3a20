/** Versions and entries for property tests: from few parts, so that many of them are equal or adjacent. */

import { type AppVersion, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import fc from "fast-check";

const numbers = fc
  .array(fc.constantFrom("0", "1", "2", "01", "10", "999999999999999"), { minLength: 1, maxLength: 6 })
  .filter((parts) => parts.join(".").length <= 40);
const numericIds = ["0", "1", "01", "9", "10", "90071992547409930", "90071992547409931"];
const textIds = ["a", "A", "rc1", "b-", "-1", "1a"];
const preIds = fc.array(fc.constantFrom(...numericIds, ...textIds, "_a", "a_"), { minLength: 1, maxLength: 3 });
const buildIds = fc.array(fc.constantFrom(...numericIds, ...textIds), { minLength: 1, maxLength: 3 });

const preText = fc.oneof(
  fc.tuple(fc.constantFrom("-", "_"), preIds).map(([sign, ids]) => sign + ids.join(".")),
  preIds.filter(([first]) => first !== undefined && /^[a-zA-Z]/.test(first)).map((ids) => ids.join(".")),
);

export const versionText: fc.Arbitrary<string> = fc
  .record({
    v: fc.constantFrom("", "v"),
    numbers,
    pre: fc.option(preText, { nil: "" }),
    build: fc.option(
      buildIds.map((ids) => `+${ids.join(".")}`),
      { nil: "" },
    ),
  })
  .map((part) => part.v + part.numbers.join(".") + part.pre + part.build)
  .filter((text) => text.length <= 64);

export const appVersion: fc.Arbitrary<AppVersion> = versionText.map(versionOf);

export const entryText: fc.Arbitrary<string> = fc.oneof(
  versionText,
  numbers.map((parts) => `${parts.slice(0, 5).join(".")}.*`),
  fc
    .array(
      fc.tuple(fc.constantFrom("=", ">=", ">", "<=", "<"), versionText).map(([operator, version]) => operator + version),
      { minLength: 1, maxLength: 8 },
    )
    .map((comparators) => comparators.join(" ")),
);

export const askedText: fc.Arbitrary<string> = fc.string({ unit: fc.constantFrom(..."vVxX019..-+ab ()\t"), maxLength: 12 });

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 600 }),
  fc.string({ unit: fc.constantFrom(..."v0129.-_+ab*<>= \u0000１"), maxLength: 80 }),
);

export function versionOf(text: string): AppVersion {
  const version = parseVersion(text);
  if (version === null) throw new Error(`${text} is not a version`);
  return version;
}
