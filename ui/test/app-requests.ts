/** Requests of apps, sent over the read API and counted by the program. */
import assert from "node:assert/strict";
import type { Program } from "../../server/test/running-program.ts";

/** Requests by version. */
export type Versions = Readonly<Record<string, number>>;

/** Requests under way together. */
const atOnce = 16;

/** Creates a read key of the project. Returns its text. */
export async function createKey(program: Program, project: string): Promise<string> {
  const { status, body } = await program.admin("POST", `/admin/v1/projects/${project}/keys`, { name: "store app" });
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.key);
}

export async function sendRequests(program: Program, key: string, platform: string, versions: Versions): Promise<void> {
  const waiting = Object.entries(versions).flatMap(([version, count]) => new Array<string>(count).fill(version));
  const send = async () => {
    for (let version = waiting.pop(); version !== undefined; version = waiting.pop()) {
      const { status } = await program.read(`/api/v1/config?platform=${platform}&current_version=${version}`, key);
      assert.equal(status, 200);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
}

const hour = 3_600_000;
/** Hours of the two weeks before, the current one included. */
const fortnight = 336;

export interface Clock {
  /** Epoch ms. */
  now: number;
}

/**
 * Two weeks in which the apps of a platform update: 2.6.0 is released after six days, and takes over from 2.5.2. Leaves the clock
 * where it was. Costs 5 000 requests.
 */
export async function sendFortnight(program: Program, key: string, platform: string, clock: Clock): Promise<void> {
  const end = clock.now;
  /** Requests below one, for the next hours: rare versions are not rounded away. */
  const rest = new Map<string, number>();
  for (let age = fortnight - 1; age >= 0; age--) {
    clock.now = end - age * hour;
    const versions: Record<string, number> = {};
    for (const [version, exact] of Object.entries(versionsAt(fortnight - age, new Date(clock.now).getUTCHours()))) {
      const due = exact + (rest.get(version) ?? 0);
      versions[version] = Math.floor(due);
      rest.set(version, due % 1);
    }
    await sendRequests(program, key, platform, versions);
  }
}

/** @param at hours since the start of the two weeks */
function versionsAt(at: number, hourOfDay: number): Versions {
  const requests = 14 + 10 * Math.sin(((hourOfDay - 8) / 24) * 2 * Math.PI);
  const newest = 0.72 * (1 - Math.exp(-Math.max(0, at - 144) / 64));
  return {
    "2.6.0": newest * requests,
    "2.5.2": (0.7 - 0.85 * newest) * requests,
    "2.4.1": (0.16 - 0.08 * newest) * requests,
    "2.4.0": (0.09 - 0.05 * newest) * requests,
    "2.3.0": (0.05 - 0.02 * newest) * requests,
  };
}
