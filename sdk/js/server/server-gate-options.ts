/** Options of the back end's gate, and their defaults. */
import type { AppRequest } from "./app-request.ts";
import type { GateProblem } from "./gate-problem.ts";

export interface ServerGateOptions {
  /** Address of the read API, ending in `/api/v1`. */
  readonly baseUrl: string;
  /** Read key of the project. */
  readonly key: string;
  /** Header that has the app's version. Default: `x-app-version`. */
  readonly versionHeader?: string;
  /** Header that has the app's platform. Default: `x-app-platform`. */
  readonly platformHeader?: string;
  /** Platform of requests without a platform header. Default: such requests pass. */
  readonly platform?: string;
  /** Instance that this back end is, or a function that finds it for a request. Default: the project as a whole. */
  readonly instance?: string | ((request: AppRequest) => string | undefined);
  /** Languages of the refusals, chosen by `Accept-Language`; the first is the default. Default: the project's first language. */
  readonly languages?: readonly string[];
  /** Paths that always pass: exact, or a prefix that ends in `*`; or a function. `OPTIONS` always passes. */
  readonly exempt?: readonly string[] | ((request: AppRequest) => boolean);
  /** True if requests without a valid version and platform are refused with 426. Default: false. */
  readonly requireVersion?: boolean;
  /** Milliseconds that a request waits for an answer that is not in memory. Default: 300. */
  readonly timeLimit?: number;
  /** Milliseconds after `max-age` during which an answer is still used while a new one is requested. Default: 10 minutes. */
  readonly maxStale?: number;
  /** Answers in memory. Default: 1,000. */
  readonly maxAnswers?: number;
  /** Seconds of `Retry-After` when the planned end of the maintenance has passed. Default: 60. */
  readonly retryAfter?: number;
  /** Called when Drawbridge does not answer as it should, at most once per retry. Requests pass meanwhile. */
  readonly onProblem?: (problem: GateProblem) => void;
  readonly fetch?: (url: string, init: GateRequestInit) => Promise<Response>;
  /** Epoch ms; it never goes back. */
  readonly now?: () => number;
  /** Calls a function once; returns a function that cancels it. */
  readonly schedule?: (ms: number, run: () => void) => () => void;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Members of `RequestInit` that the gate uses. */
export interface GateRequestInit {
  readonly headers: Record<string, string>;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

type Optional = "platform" | "instance";
export type ResolvedOptions = Required<Omit<ServerGateOptions, Optional>> & Pick<ServerGateOptions, Optional>;

/** @throws TypeError if `baseUrl` or `key` cannot be used */
export function resolveOptions(options: ServerGateOptions): ResolvedOptions {
  const { baseUrl, key } = options;
  if (!/^https?:\/\/[^/?#]+(\/[^?#]*)?$/.test(baseUrl))
    throw new TypeError("`baseUrl` must be an http or https address such as https://gate.example.com/api/v1.");
  if (!/^[!-~]+$/.test(key)) throw new TypeError("`key` must be a read key of the project, such as dbr_….");
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
    onProblem: (problem) => reportProblem(options, problem),
    baseUrl: baseUrl.replace(/\/+$/, ""),
    versionHeader: (options.versionHeader ?? "x-app-version").toLowerCase(),
    platformHeader: (options.platformHeader ?? "x-app-platform").toLowerCase(),
  };
}

/** Settings are often passed as `process.env.NAME`: an undefined one must not replace its default. */
function withoutUndefined(options: ServerGateOptions): ServerGateOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as unknown as ServerGateOptions;
}

/** An error in a log must not stop a request, nor the process where the log is asynchronous. */
function reportProblem({ onProblem }: ServerGateOptions, problem: GateProblem): void {
  new Promise((resolve) => resolve(onProblem?.(problem))).catch(() => {});
}

function scheduleTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
