export interface Check {
  readonly name: string;
  readonly result: "ok" | "warn" | "fail";
  readonly detail: string;
}

export function ok(name: string, detail: string): Check {
  return { name, result: "ok", detail };
}

export function warn(name: string, detail: string): Check {
  return { name, result: "warn", detail };
}

export function fail(name: string, detail: string): Check {
  return { name, result: "fail", detail };
}

/** Milliseconds; nodes may differ as much without one seeing another's commit in the future. */
const tolerance = 5_000;

/** @param theirs epoch ms @param here this machine's clock around it @param resolution milliseconds */
export function compareClock(
  whose: string,
  theirs: number,
  here: { readonly earliest: number; readonly latest: number },
  resolution = 0,
): Check[] {
  if (Number.isNaN(theirs)) return [];
  const ahead = theirs - here.latest;
  const behind = here.earliest - theirs - resolution;
  const difference = Math.max(ahead, behind);
  if (difference <= tolerance) return [ok("clock", `agrees with ${whose} within ${tolerance / 1000} s`)];
  const seconds = Math.round(difference / 1000);
  return [
    warn(
      "clock",
      `the clock of ${whose} is ${seconds} s ${ahead > 0 ? "ahead of" : "behind"} this machine's. Synchronize both with NTP: windows start and end by them`,
    ),
  ];
}

/** Empty if the server does not respond: another check reports that. */
export async function checkServerClock(url: string, now: () => number): Promise<Check[]> {
  try {
    const earliest = now();
    const { headers } = await fetch(`${url}/healthz`, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(5_000) });
    const theirs = Date.parse(headers.get("date") ?? "");
    // The header has whole seconds.
    return compareClock("the server", theirs, { earliest, latest: now() }, 1_000);
  } catch {
    return [];
  }
}
