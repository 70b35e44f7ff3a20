import { type AppVersion, osInterval } from "drawbridge-rules/versions/app-version.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import type { KeyUse, ReadUsage } from "../usage/read-usage.ts";
import type { RefusedQuery } from "../usage/refused-query-counts.ts";
import type { KeyRefusal, RequestCounter } from "../usage/request-counter.ts";
import { versionOutcome } from "../usage/version-place.ts";
import type { VersionTable } from "../usage/version-table.ts";
import type { AppDecision, CompiledPlatform } from "./compiled-project.ts";

/** The code that sends an answer counts it, once; answers without a client do not count. */
export interface Counting {
  readonly counter?: RequestCounter;
  /** Null means the query has no version, or the key is for rehearsals. */
  readonly counted?: CountedVersion | null;
  /** Absent means the query is valid, or the key is for rehearsals. */
  readonly refused?: RefusedQuery;
}

export interface App {
  readonly platform: CompiledPlatform;
  readonly version: AppVersion;
  readonly decision: AppDecision;
  readonly inMaintenance: boolean;
  readonly os: readonly number[] | null;
}

interface CountedVersion {
  readonly table: VersionTable;
  /** As sent. */
  readonly version: string;
  readonly key: KeyUse;
  /** Value of `versionOutcome`. */
  readonly outcome: number;
  /** From `osInterval`. */
  readonly os: string | null;
}

export function countedVersion(usage: ReadUsage, key: KeyUse, app: App): CountedVersion {
  const table = usage.versions(key.project, app.platform.name);
  table.follow(app.platform.policy);
  const os = app.os && osInterval(app.platform.policy.requiredOs, app.os);
  return { table, version: app.version.text, key, outcome: outcomeOf(app), os };
}

/** The first that holds, in the order in which an answer chooses its message. */
function outcomeOf({ decision, inMaintenance }: App): number {
  if (decision.forced) return versionOutcome.forced;
  if (inMaintenance) return versionOutcome.maintenance;
  return decision.rule === "below_recommended" ? versionOutcome.recommended : versionOutcome.allowed;
}

const refusals = new Map<ProblemCode, KeyRefusal>([
  ["expired_api_key", "expired"],
  ["revoked_api_key", "revoked"],
  ["key_not_allowed", "not_allowed"],
]);

/** A request with an invalid query still counts as admitted. */
export function counterFor(code: ProblemCode, use: KeyUse, { anonymous }: ReadUsage): RequestCounter {
  const refusal = refusals.get(code);
  return refusal ? use.refused(refusal) : code === "unknown_api_key" ? anonymous.unknown : use.letIn;
}
