/** The only place that defines which Node is secure enough. A start and `doctor` warn below it. */

/** The last security release of Node 26: older ones have published vulnerabilities. */
export const runtimeFloor = "26.12.1";

/** Date of that release. */
const floorReleased = "21 October 2026";

/** Date on which the floor was last compared with the list of security releases; `doctor` prints it. */
export const floorReviewed = "2026-11-22";

/** A sentence for the operator of Node `version` (`v26.1.0` or `26.1.0`); null at the floor and above. */
export function runtimeWarning(version: string): string | null {
  if (!below(numbers(version), numbers(runtimeFloor))) return null;
  return (
    `Node ${version.replace(/^v/, "")} lacks the security fixes of ${runtimeFloor} (${floorReleased}). ` +
    `Run Drawbridge on Node ${runtimeFloor} or newer: the container image has it, and where npm has none for this platform, ` +
    "install it from nodejs.org and start the program with it (docs/deploying.md#the-runtime)."
  );
}

function below(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function numbers(version: string): number[] {
  return version.replace(/^v/, "").split(".").map(Number.parseFloat);
}
