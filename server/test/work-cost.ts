/** The cost as a multiple of work measured beside it: a busy machine is slow for both. The least CPU time of several tries counts. */

/** The unit: a million steps of a loop, about a millisecond. */
const unitSteps = 1_000_000;
let sink = 0;

function unit(): void {
  let hash = sink;
  for (let step = 0; step < unitSteps; step++) hash = Math.imul(hash ^ step, 16_777_619);
  sink = hash;
}

/** In millions of loop steps. The first tries also compile what they run. */
export function costOf(work: () => unknown, tries = 12): number {
  let [least, leastUnit] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let count = 0; count < tries; count++) {
    least = Math.min(least, cpuOf(work));
    leastUnit = Math.min(leastUnit, cpuOf(unit));
  }
  return least / leastUnit;
}

/** CPU microseconds of this process: the system counts those of one thread in its ticks of some milliseconds. */
export function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
