/** Types of `scenarios.json`; its README explains the members. */
import { readFileSync } from "node:fs";

export interface Kit {
  readonly begin: string;
  readonly options: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, Body>>;
  readonly scenarios: readonly Scenario[];
}

export type Body = Readonly<Record<string, unknown>>;

export interface Scenario {
  readonly id: string;
  readonly says: string;
  readonly options?: Body;
  readonly deviceClock?: number;
  readonly random?: number;
  readonly storage?: "kept" | "memory" | "silent" | "failing" | { readonly text: string };
  readonly sockets?: true;
  readonly throws?: readonly ("listener" | "openLink" | "update" | "onProblem")[];
  readonly steps: readonly Step[];
}

export interface Step {
  readonly server?: Behavior | readonly Behavior[];
  readonly advance?: number;
  readonly deviceClock?: number;
  readonly random?: number;
  readonly app?: "start" | "restart" | "resume" | "pause" | "refresh" | "later" | "skip" | "update" | "close";
  readonly times?: number;
  readonly options?: Body;
  readonly expect?: Expectation;
}

/** Outcome of the option `beforeBlock` of a scenario. */
export type BeforeBlock = "resolves" | "hangs" | "throws" | "rejects" | { readonly resolvesAfter: number };

export interface Behavior {
  readonly answer?: string;
  readonly with?: Body;
  readonly body?: string;
  readonly pad?: number;
  readonly status?: number;
  readonly code?: string;
  readonly maxAge?: number | null;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly clock?: number;
  readonly delay?: number;
  readonly from?: string;
  readonly fault?: "gone" | "silent" | "truncated";
}

export interface Expectation {
  readonly state?: Body;
  readonly started?: boolean;
  readonly requests?: number;
  readonly request?: {
    readonly path?: string;
    readonly query?: Readonly<Record<string, string | null>>;
    readonly headers?: Readonly<Record<string, string | null>>;
    readonly fresh?: boolean;
  };
  readonly problems?: readonly string[];
  readonly opened?: readonly string[];
  readonly updated?: boolean;
  readonly saved?: readonly string[];
  readonly until?: string;
}

/** A request as a server sees it. */
export interface SeenRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** True if the request goes past caches; only a transport in memory knows. */
  readonly fresh?: boolean;
}

export function readKit(): Kit {
  return JSON.parse(readFileSync(new URL("scenarios.json", import.meta.url), "utf8")) as Kit;
}
