/** The one place that says which Node is new enough to be trusted. A start and `doctor` warn below it. */

/** The last security release of Node 26: an older one has published holes. */
export const runtimeFloor = "26.12.1";

/** Day of that release. */
const floorReleased = "21 October 2026";

/** Day on which the list of security releases was last compared with the floor; `doctor` says it, so that nobody has to guess. */
export const floorReviewed = "2026-11-22";

/** A sentence for the operator of Node `version` (`v26.1.0` or `26.1.0`), or null at the floor and above. */
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
