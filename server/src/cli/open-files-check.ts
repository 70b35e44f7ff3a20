/** How many files a server can have open: each connection is one, and without a free one connections are closed unanswered. */
import { readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { mayRun, readHolder } from "../store/holder.ts";
import { type Check, ok, warn } from "./check.ts";

const name = "open files";
const fewest = 1024;
const muchUsed = 0.8;

/** Open files of the server that runs in the directory, or else of this process, whose limit a server started here would get. Linux only. */
export function checkOpenFiles(directory: string): Check[] {
  const holder = readHolder(directory);
  const pid = holder !== null && holder.host === hostname() && mayRun(holder) ? String(holder.pid) : "self";
  const limit = limitOf(pid);
  if (limit === null) return [];
  const whose = pid === "self" ? "here" : `in the server (process ${pid})`;
  const raise = "raise the limit (ulimit -n, or LimitNOFILE of its unit)";
  if (limit < fewest)
    return [warn(name, `${limit} can be open ${whose}, connections included: further ones are closed unanswered, so ${raise}`)];
  const open = pid === "self" ? null : openIn(pid);
  if (open !== null && open > limit * muchUsed)
    return [
      warn(name, `${open} of ${limit} are open ${whose}: when none is left, connections are closed unanswered, so ${raise}`),
    ];
  return [ok(name, `${open === null ? "" : `${open} of `}${limit} ${whose}`)];
}

function limitOf(pid: string): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}

function openIn(pid: string): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}
