/** Two in five windows recur every week. */
import type { Program } from "../../server/test/running-program.ts";
import { send } from "./console-page.ts";

export const large = "large";

const day = 86_400_000;
const zones = ["Europe/Rome", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];

/** @param now epoch ms: other windows are within six weeks */
export async function createLargeProject(
  program: Program,
  now: number,
  { instances = 1000, windows = 5000 } = {},
): Promise<void> {
  const ids = Array.from({ length: instances }, (_, index) => `i-${String(index).padStart(4, "0")}`);
  const manifest = {
    apiVersion: "drawbridge/v1",
    project: large,
    name: "Large",
    instances: Object.fromEntries(ids.map((id, index) => [id, { name: `Instance number ${index}` }])),
    windows: Object.fromEntries(Array.from({ length: windows }, (_, index) => [`w-${index}`, windowOf(index, ids, now)])),
  };
  await send(program, "PUT", `/admin/v1/projects/${large}/manifest?reason=large`, manifest, { "if-none-match": "*" });
}

function windowOf(index: number, ids: readonly string[], now: number): object {
  const isRecurring = index % 5 < 2;
  const minute = (index * 17) % (24 * 60);
  const date = now + (isRecurring ? (index % 7) - 14 : ((index * 7) % 84) - 42) * day;
  const start = new Date(Math.floor(date / day) * day + minute * 60_000).toISOString().slice(0, 16);
  const shared = { instances: [ids[index % ids.length], ids[(index * 13 + 1) % ids.length]], start, zone: zones[index % 5] };
  return { ...shared, duration: "PT4H", ...(isRecurring ? { repeat: "FREQ=WEEKLY" } : {}) };
}
