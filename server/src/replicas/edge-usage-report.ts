/**
 * An edge's counts by version and of refused queries, as it sends them to its origin. Any token holder can send one, so every field is bounded; the origin
 * marks them as an edge's.
 */
import { refusedQueryCodes } from "drawbridge-rules/impact/traffic.ts";
import { canonicalText, maxVersionLength, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { z } from "zod";
import { maxOpenings, type ReportedOpening, reportedOpeningSchema } from "../reads/opening.ts";
import { printExample } from "../reads/usage/refused-query-counts.ts";
import type { OutcomeCounts, RefusedQueries, VersionCount } from "../store/usage.ts";

/** Requests of one version of a platform in one hour. */
export type ReportedVersion = Pick<VersionCount, "project" | "platform" | "version" | "hour" | "counts">;

export interface EdgeUsageReport {
  /** Unique for each start of the edge. */
  readonly process: string;
  /** Higher than those of the reports before it. A repeated report has the same number and the same counts. */
  readonly number: number;
  readonly versions: readonly ReportedVersion[];
  readonly refused: readonly RefusedQueries[];
  /** Openings by hand on the machine of the edge; absent: none are new. */
  readonly openings?: readonly ReportedOpening[] | undefined;
}

const openingsForm = z.array(reportedOpeningSchema).max(maxOpenings).optional();

export const usagePath = "/edge/v1/usage";
/** Bytes of JSON, and versions or refused queries in it. */
export const longestUsageReport = 65_536;
export const maxReportedVersions = 200;
export const maxReportedRefused = 100;

/** Requests of one version, or refused with one code, in one hour: more than any edge answers. */
const maxRequests = 10_000_000_000;

/** Null: not a report. Ignores unknown members, which newer edges send. */
export function readUsageReport(text: string): EdgeUsageReport | null {
  const said = parsed(text);
  if (said === null) return null;
  const { process, number, versions, refused } = said;
  const openings = openingsForm.safeParse(said.openings);
  if (!openings.success) return null;
  if (typeof process !== "string" || !/^[\w./-]{4,200}$/.test(process) || !isCount(number)) return null;
  if (!Array.isArray(versions) || versions.length > maxReportedVersions) return null;
  if (!Array.isArray(refused) || refused.length > maxReportedRefused) return null;
  const readVersions = versions.map(readVersion);
  const readRefused = refused.map(readRefusedQueries);
  if (!readVersions.every((version) => version !== null) || !readRefused.every((queries) => queries !== null)) return null;
  return { process, number, versions: readVersions, refused: readRefused, openings: openings.data };
}

function readRefusedQueries(value: unknown): RefusedQueries | null {
  if (typeof value !== "object" || value === null) return null;
  const { project, key, code, hour, count, example } = value as Readonly<Record<string, unknown>>;
  const known = refusedQueryCodes.find((each) => each === code);
  if (!isName(project) || typeof key !== "string" || !/^[\w-]{1,63}$/.test(key) || !known) return null;
  if (!isCount(hour) || !isRequests(count) || typeof example !== "string") return null;
  return { project, key, code: known, hour, count, example: printExample(example) };
}

function readVersion(value: unknown): ReportedVersion | null {
  if (typeof value !== "object" || value === null) return null;
  const { project, platform, version, hour, counts } = value as Readonly<Record<string, unknown>>;
  if (!isName(project) || !isName(platform) || !isVersion(version) || !isCount(hour)) return null;
  if (!Array.isArray(counts) || counts.length !== 4 || !counts.every(isRequests)) return null;
  return { project, platform, version, hour, counts: counts as unknown as OutcomeCounts };
}

/** Otherwise each spelling would be stored as a version of its own. */
function isVersion(value: unknown): value is string {
  if (value === "") return true;
  if (typeof value !== "string" || value.length > maxVersionLength) return false;
  const version = parseVersion(value);
  return version !== null && canonicalText(version) === value;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[a-z0-9_-]{1,63}$/.test(value);
}

function isRequests(value: unknown): value is number {
  return isCount(value) && value <= maxRequests;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
