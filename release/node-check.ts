/** Compares the pinned Node with available releases: `npm run node-check`. Exit code 1: an update is due. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Check, fail, ok, warn } from "../server/src/cli/check.ts";
import { runtimeFloor } from "../server/src/start/start-warnings.ts";

const index = "https://nodejs.org/dist/index.json";
const timeout = 20_000;

interface NodeRelease {
  /** `v26.12.1` */
  readonly version: string;
  readonly date: string;
  readonly security: boolean;
}

interface NodeVersions {
  /** Pinned version by package, one for each platform. */
  readonly pins: Readonly<Record<string, string>>;
  /** The versions of each package on npm. */
  readonly published: Readonly<Record<string, readonly string[]>>;
  /** Null means nodejs.org cannot be reached. */
  readonly releases: readonly NodeRelease[] | null;
  readonly floor: string;
}

export function checkNode({ pins, published, releases, floor }: NodeVersions): Check[] {
  const pinned = [...new Set(Object.values(pins))].sort(byVersion);
  const oldest = pinned[0] ?? "0.0.0";
  const ofMajor = (versions: readonly string[]) =>
    versions.filter((version) => majorOf(version) === majorOf(floor)).sort(byVersion);
  const lists = Object.keys(pins).map((name) => ofMajor(published[name] ?? []));
  const common = lists.reduce((left, right) => left.filter((version) => right.includes(version))).at(-1) ?? "0.0.0";
  const newest = ofMajor(lists.flat()).at(-1) ?? "0.0.0";
  return [
    pinned.length === 1
      ? ok("platforms", `all are pinned to ${oldest}`)
      : fail("platforms", `they are pinned to ${pinned.join(", ")}: pin all to ${common} in package.json, and run npm install`),
    byVersion(oldest, common) < 0
      ? fail("pin", `npm has ${common} for every platform: pin it in place of ${oldest} in package.json, and run npm install`)
      : ok("pin", `npm has nothing newer than ${oldest} for every platform`),
    byVersion(oldest, floor) < 0
      ? warn("fixes", `${oldest} lacks the security fixes of ${floor}: use the image, or Node from nodejs.org, until npm has it`)
      : ok("fixes", `${oldest} has the security fixes of ${floor}`),
    checkFloor(
      floor,
      newest,
      releases && ofMajor(releases.filter(({ security }) => security).map(({ version }) => version.replace(/^v/, ""))).at(-1),
    ),
  ];
}

/** @param security the newest release that fixes security; null means not known */
function checkFloor(floor: string, newest: string, security: string | null | undefined): Check {
  const toDo = "raise it in server/src/start/start-warnings.ts, both Dockerfiles and the workflows";
  if (security === null) {
    if (byVersion(newest, floor) <= 0) return warn("floor", `nodejs.org cannot be reached; npm has nothing newer than ${floor}`);
    return fail(
      "floor",
      `nodejs.org cannot be reached, and npm has ${newest}: if it or one since ${floor} fixes security, ${toDo}`,
    );
  }
  if (security !== undefined && byVersion(security, floor) > 0) return fail("floor", `${security} fixes security: ${toDo}`);
  return ok("floor", `${floor} is the last security release of Node ${majorOf(floor)}`);
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

async function releasesOfNode(): Promise<readonly NodeRelease[] | null> {
  try {
    const answer = await fetch(index, { signal: AbortSignal.timeout(timeout) });
    return answer.ok ? ((await answer.json()) as NodeRelease[]) : null;
  } catch {
    return null;
  }
}

function publishedVersions(name: string): string[] {
  const words = ["view", name, "versions", "--json"];
  return JSON.parse(execFileSync("npm", words, { encoding: "utf8", shell: process.platform === "win32", timeout: timeout }));
}

if (import.meta.main) {
  const { optionalDependencies: pins } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"));
  const published = Object.fromEntries(Object.keys(pins).map((name) => [name, publishedVersions(name)]));
  const checks = checkNode({ pins, published, releases: await releasesOfNode(), floor: runtimeFloor });
  for (const { result, name, detail } of checks) console.log(`${result.padEnd(4)}  ${name.padEnd(9)}  ${detail}`);
  if (checks.some(({ result }) => result === "fail")) process.exitCode = 1;
}
