/** The only place that defines which Node is secure enough. `doctor` warns below it, and a start on a Node of the machine. */
import type { RuntimeOrigin } from "../base/program-files.ts";

/** The last security release of Node 26: older ones have published vulnerabilities. */
export const runtimeFloor = "26.12.1";

/** Date of that release. */
const floorReleased = "21 October 2026";

/** Date on which the floor was last compared with the list of security releases; `doctor` prints it. */
export const floorReviewed = "2026-11-22";

/** The ways to a newer Node, by the origin of the running one. */
const actions: Readonly<Record<RuntimeOrigin, string>> = {
  executable: "It is inside the executable: replace that with one that was built with a newer Node, or use the container image.",
  package: `npm has no newer one for every platform. Install Node ${runtimeFloor} or newer from nodejs.org and start the program with it: node server/bin/drawbridge.js serve. The container image has it too.`,
  machine: `Install Node ${runtimeFloor} or newer.`,
};

/** A sentence for the operator of Node `version` (`v26.1.0` or `26.1.0`); null at the floor and above. */
export function runtimeWarning(version: string, origin: RuntimeOrigin): string | null {
  if (!below(numbers(version), numbers(runtimeFloor))) return null;
  return `Node ${version.replace(/^v/, "")} lacks the security fixes of ${runtimeFloor} (${floorReleased}). ${actions[origin]}`;
}

/** The same for a start, whose reader can only change a Node of their own. */
export function startWarning(version: string, origin: RuntimeOrigin): string | null {
  return origin === "machine" ? runtimeWarning(version, origin) : null;
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
