/** CPU time of test files, of this process and of children that have ended. */
import { readFileSync } from "node:fs";

/** Milliseconds by file. */
export const costs = new Map<string, number>();

/** Milliseconds since the start of this process. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenCpuMs();
}

/** Fields 16 and 17 of `/proc/self/stat`, in hundredths of a second. Zero where the system has no such file. */
function childrenCpuMs(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}
