/** Versions that send requests and are not declared as releases. */
import type { Steps } from "../values/steps.ts";
import { parseVersion } from "../versions/app-version.ts";
import { canonicalText } from "../versions/canonical-version.ts";
import { compilePolicy, decide, type VersionPolicy } from "../versions/version-policy.ts";
import { minRequestsForGuards, type PlatformTraffic, totalRequests, type VersionRequests } from "./traffic.ts";

/** Percent of the requests of the last 24 hours: anyone can send a few requests of any version. */
const minPercent = 1;

/**
 * Undeclared versions, most requests first. Releases are targets of updates, so versions that must update and pre-releases are left
 * out. Empty under 100 requests in 24 hours, when a share says nothing. @param policy the present one
 */
export function* undeclaredVersions(policy: VersionPolicy, traffic: PlatformTraffic): Steps<readonly VersionRequests[]> {
  const { day: requests } = totalRequests(traffic);
  if (requests < minRequestsForGuards) return [];
  const compiled = compilePolicy(policy);
  yield;
  const declared = new Set(compiled.releases.map(canonicalText));
  const found: VersionRequests[] = [];
  for (const counted of traffic.versions) {
    if (counted.day * 100 < minPercent * requests || declared.has(counted.version)) continue;
    yield;
    const version = parseVersion(counted.version);
    if (version !== null && version.pre === null && !decide(compiled, version).forced) found.push(counted);
  }
  return found.sort((a, b) => b.day - a.day || (a.version < b.version ? -1 : 1));
}
