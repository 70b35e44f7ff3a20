import fc from "fast-check";

type Arbitraries<Values extends readonly unknown[]> = { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> };
// biome-ignore lint/suspicious/noConfusingVoidType: a property either asserts or returns whether it holds, as in fast-check.
type Check<Values extends readonly unknown[]> = (...values: Values) => boolean | void;

/** Checks a property for 100 choices of random values, or as many as `runs` says. */
export function forAll<Values extends [unknown, ...unknown[]]>(arbitraries: Arbitraries<Values>, check: Check<Values>): void;
export function forAll<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  runs: number,
  check: Check<Values>,
): void;
export function forAll<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  ...rest: [Check<Values>] | [number, Check<Values>]
): void {
  const [check, numRuns] = rest.length === 1 ? [rest[0], 100] : [rest[1], rest[0]];
  fc.assert(fc.property<Values>(...(arbitraries as never), check), { numRuns });
}

/** Checks a property that takes time, for so many choices of random values. */
export async function forAllAsync<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  runs: number,
  check: (...values: Values) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty<Values>(...(arbitraries as never), check), { numRuns: runs });
}
