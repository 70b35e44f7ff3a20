/** Options of a client. Everything from the environment is an option, with a default if one exists. */
import type { GateProblem, GateState } from "./gate-state.ts";

export interface GateOptions {
  /** Address of the read API, ending in `/api/v1`. */
  readonly baseUrl: string;
  /** Read key of the project. It is public: everyone who has the app can read it. */
  readonly key: string;
  /** Platform as declared in the project: `ios`, `android`, `web`. */
  readonly platform: string;
  /** Version of the app as the user has it installed. */
  readonly version: string;
  readonly instanceId?: string | undefined;
  /** Version of the device's system, as releases require it: `17.4` on iOS, the API level on Android; browsers send none. */
  readonly os?: string | undefined;
  /** BCP 47 tag; default: that of the environment, if it tells one. */
  readonly language?: string | undefined;
  /** Default: none, so that every start is the first of its version. */
  readonly storage?: GateStorage | undefined;
  /** Opens a store link; false means it could not be opened. */
  readonly openLink?: ((url: string) => unknown) | undefined;
  /** Replaces opening the store link: an in-app update, a reload. False means nothing was done. */
  readonly update?: ((state: GateState) => unknown) | undefined;
  /** Hosts that store links may have in addition to those of the stores: exact names, HTTPS only. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Schemes that store links may have too, such as `acme-updates`; never `javascript`, `http` and the like. */
  readonly allowedSchemes?: readonly string[] | undefined;
  /** Called when a problem begins or changes. In development, the console has the same sentence once. */
  readonly onProblem?: ((problem: GateProblem) => void) | undefined;
  /**
   * Saves the user's work when the gate is about to cover the app, which is blocked as soon as the result resolves. Called once for each
   * block, and again after a restart until it resolved for this version. `until`: when the app is blocked regardless, epoch ms of the
   * device.
   */
  readonly beforeBlock?: ((reason: GateBlockReason, until: number) => unknown) | undefined;
  /** Longest wait for `beforeBlock`, ms; default 30000, at most 600000. */
  readonly beforeBlockTime?: number | undefined;
  /** Longest wait of a start for the first answer of a version, ms; default 2000. */
  readonly startWait?: number | undefined;
  /**
   * After the planned end of a maintenance, each client opens at a moment of its own within this time, ms, and within a tenth of the
   * maintenance; default 30000. All users at the same instant would be too many for the app's back end.
   */
  readonly openSpread?: number | undefined;
  /** Default: the environment's `fetch`. */
  readonly request?: GateRequest | undefined;
  /** Epoch ms of the device; default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** At least 0, below 1; default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Runs a function after milliseconds, and returns a function that cancels it; default: `setTimeout`. */
  readonly schedule?: ((ms: number, run: () => void) => () => void) | undefined;
}

export type GateBlockReason = "update" | "maintenance";

/** Texts by name, synchronous or not. Errors count as absent values. */
export interface GateStorage {
  get(name: string): string | null | undefined | Promise<string | null | undefined>;
  set(name: string, value: string): unknown;
}

/**
 * Sends a GET request without following redirects; rejects if no complete answer arrives. `timeout` in ms. A function passed to
 * `onAbort` is called when the answer is no longer needed, perhaps after it arrived. `fresh`: neither from a cache nor validated by one.
 */
export type GateRequest = (
  url: string,
  headers: Readonly<Record<string, string>>,
  timeout: number,
  onAbort: (abort: () => void) => void,
  fresh: boolean,
) => Promise<GateResponse>;

export interface GateResponse {
  readonly status: number;
  /** Address that answered, where the environment follows redirects by itself. */
  readonly url?: string | undefined;
  /** Value of a header by its lower-case name. */
  header(name: string): string | null | undefined;
  readonly body: string;
}
