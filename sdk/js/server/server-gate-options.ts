/** Options of the back end's gate, and their defaults. */

import type { GateProblem } from "../core/gate-state.ts";
import type { AppRequest } from "./app-request.ts";
import { checkOptions } from "./option-checks.ts";

export interface ServerGateOptions {
  /** Address of the read API, ending in `/api/v1`. */
  readonly baseUrl: string | undefined;
  /** Read key of the project. */
  readonly key: string | undefined;
  /** Header that has the app's version. Default: `x-app-version`. */
  readonly versionHeader?: string | undefined;
  /** Header that has the app's platform. Default: `x-app-platform`. */
  readonly platformHeader?: string | undefined;
  /** Header that has the version of the device's system, as releases require it. Default: `x-app-os`. */
  readonly osHeader?: string | undefined;
  /** Platform of requests without a platform header. Default: such requests pass. */
  readonly platform?: string | undefined;
  /**
   * Instance that this back end is, or a function that finds it for a request. Default: the project as a whole, which also counts
   * when the function fails.
   */
  readonly instance?: string | ((request: AppRequest) => string | undefined) | undefined;
  /** Languages of the refusals, chosen by `Accept-Language`; the first is the default. Default: the project's first language. */
  readonly languages?: readonly string[] | undefined;
  /**
   * Paths that always pass, in any case and with or without a slash at the end: exact, or a prefix that ends in `*`; or a function:
   * when it fails, the request is not exempt. `OPTIONS` always passes.
   */
  readonly exempt?: readonly string[] | ((request: AppRequest) => boolean) | undefined;
  /** True if requests without a valid version and platform are refused with 426. Default: false. */
  readonly requireVersion?: boolean | undefined;
  /** Milliseconds that a request waits for an answer that is not in memory. Default: 300. */
  readonly timeLimit?: number | undefined;
  /** Milliseconds after `max-age` during which an answer is still used while a new one is requested. Default: 10 minutes. */
  readonly maxStale?: number | undefined;
  /** Answers in memory. Default: 1,000. */
  readonly maxAnswers?: number | undefined;
  /** Seconds of `Retry-After` when the planned end of the maintenance has passed. Default: 60. */
  readonly retryAfter?: number | undefined;
  /** Called when a problem begins or changes. Default: a warning in the console. */
  readonly onProblem?: ((problem: GateProblem) => void) | undefined;
  readonly fetch?: ((url: string, init: GateRequestInit) => Promise<Response>) | undefined;
  /** Epoch ms; it never goes back. */
  readonly now?: (() => number) | undefined;
  /** Calls a function once; returns a function that cancels it. */
  readonly schedule?: ((ms: number, run: () => void) => () => void) | undefined;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
}

/** Members of `RequestInit` that the gate uses. */
export interface GateRequestInit {
  readonly headers: Record<string, string>;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

type Named = { readonly [Name in keyof ServerGateOptions]-?: Exclude<ServerGateOptions[Name], undefined> };
type Optional = "platform" | "instance" | "onProblem";
export type ResolvedOptions = Omit<Named, Optional> & Pick<ServerGateOptions, Optional>;

/** @throws TypeError that names every option of a wrong type or range */
export function resolveOptions(options: ServerGateOptions): ResolvedOptions {
  checkOptions(options);
  return {
    exempt: [],
    languages: [],
    requireVersion: false,
    timeLimit: 300,
    maxStale: 600_000,
    maxAnswers: 1_000,
    retryAfter: 60,
    fetch: (url, init) => fetch(url, init),
    now: () => performance.timeOrigin + performance.now(),
    schedule: scheduleTimer,
    random: Math.random,
    ...withoutUndefined(options),
    baseUrl: (options.baseUrl ?? "").replace(/\/+$/, ""),
    key: options.key ?? "",
    versionHeader: (options.versionHeader ?? "x-app-version").toLowerCase(),
    osHeader: (options.osHeader ?? "x-app-os").toLowerCase(),
    platformHeader: (options.platformHeader ?? "x-app-platform").toLowerCase(),
  };
}

/** Settings are often passed as `process.env.NAME`: an undefined one must not replace its default. */
function withoutUndefined(options: ServerGateOptions): Partial<Named> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function scheduleTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
