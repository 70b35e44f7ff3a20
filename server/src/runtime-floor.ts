/** The one place that says which Node is new enough to be trusted. `bin/drawbridge.js` and `doctor` warn below it. */

/** The oldest release of Node 26 without a known hole that matters to a server like this one. */
export const runtimeFloor = "26.5.1";

/** A sentence for whoever runs Node `version` (`v26.1.0` or `26.1.0`), or null where nothing is to be said. */
export function runtimeWarning(version: string): string | null {
  if (!below(numbers(version), numbers(runtimeFloor))) return null;
  return `Node ${version.replace(/^v/, "")} has known security holes: use ${runtimeFloor} or newer.`;
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
