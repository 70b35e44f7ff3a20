/** Beside the log, since no decision depends on it. Has no addresses, and only ids of keys. */
import type { RefusedQueryCode } from "drawbridge-rules/impact/traffic.ts";

export interface UsageCount {
  /** "" for requests without a project; `key` is then "" too. */
  readonly project: string;
  readonly key: string;
  /** `let_in`, or the reason for the refusal. */
  readonly outcome: string;
  /** "" counts all platforms and versions. */
  readonly platform: string;
  readonly version: string;
  /** Whole hours since 1970, UTC. */
  readonly hour: number;
  readonly count: number;
}

export interface RefusedQueries {
  readonly project: string;
  readonly key: string;
  readonly code: RefusedQueryCode;
  /** Whole hours since 1970, UTC. */
  readonly hour: number;
  readonly count: number;
  /** Sent by the first of them, as `printExample` prints it. */
  readonly example: string;
}

export type OutcomeCounts = readonly [allowed: number, recommended: number, forced: number, maintenance: number];

/** This installation's servers, or its edges, which report their own. */
export type CountSource = "server" | "edge";

export interface VersionCount {
  readonly project: string;
  readonly platform: string;
  readonly source: CountSource;
  /** Canonical; "" for versions without a place of their own. */
  readonly version: string;
  /** The policy names the version: it is then never added to the others. */
  readonly isNamed: boolean;
  /** Whole hours since 1970, UTC. */
  readonly hour: number;
  readonly counts: OutcomeCounts;
}

/** Hours or days since 1970, UTC; `until` is not included. */
export interface VersionSpan {
  readonly project: string;
  readonly platform: string;
  readonly from: number;
  readonly until: number;
}

export interface VersionSum {
  readonly source: CountSource;
  readonly version: string;
  /** The hour or the day. */
  readonly at: number;
  readonly counts: OutcomeCounts;
}

/** The next write of the process has a higher number. */
export interface WriteNumber {
  readonly process: string;
  readonly number: number;
  /** The present hour: numbers are deleted after 14 days. */
  readonly hour: number;
}

export interface UsageChange {
  readonly counts: readonly UsageCount[];
  readonly versions?: readonly VersionCount[];
  /** A stored example stays. */
  readonly refused?: readonly RefusedQueries[];
  /** Without one, a repeated write adds its counts again. */
  readonly once?: WriteNumber;
  readonly gone?: readonly { readonly project: string; readonly key: string }[];
  readonly goneProjects?: readonly string[];
  /** An hour. Counts by version are kept for 14 and 400 days before the last of the 24 hours that begin there. */
  readonly from?: number;
}
