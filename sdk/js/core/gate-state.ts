/** State of the gate: everything that an app or a screen needs, in one immutable object. */

/**
 * - `loading`: the first answer for this version is not there yet; as long as `startWait` at most.
 * - `open`: the app runs.
 * - `recommended`: a newer version is available; the app runs. Not in the first run of an installation, as far as storage tells:
 *   before the app was in the background, or started again.
 * - `announced`: maintenance is coming; the app runs.
 * - `maintenance`: the back end is in maintenance; the gate covers the app.
 * - `update_required`: this version is no longer allowed; the gate covers the app.
 */
export type GateStatus = "loading" | "open" | "recommended" | "announced" | "maintenance" | "update_required";

/** Instants are epoch ms, by the server's clock. */
export interface GateWindow {
  readonly name: string;
  readonly reminderStart: number;
  readonly start: number;
  readonly end: number;
}

/**
 * - `misconfigured`: an option that no request can carry; no request is sent.
 * - `offline`: no complete answer within ten seconds.
 * - `refused`: a status other than 200 and 304, or a redirect.
 * - `invalid_answer`: an answer without the types of the contract or longer than 64 KiB, or a store link that is not opened.
 * - `callback_failed`: a callback of the app threw an error. Only for `onProblem`: it is over when it is reported.
 */
export type GateProblemCode = "misconfigured" | "offline" | "refused" | "invalid_answer" | "callback_failed";

/** A failure, for logs. It never blocks the app. */
export interface GateProblem {
  readonly code: GateProblemCode;
  /** One sentence: what was wrong, and what to do. */
  readonly message: string;
  /** HTTP status of a refusal. */
  readonly status?: number;
  /** `code` of the error that the server sent with a refusal; `redirected` for a redirect. */
  readonly reason?: string;
}

export interface GateState {
  readonly status: GateStatus;
  /** True if the gate covers the app: `maintenance` or `update_required`. */
  readonly blocked: boolean;
  /**
   * Texts of the server, in the user's language. Both are "" in `announced` while an update is recommended too, because the server
   * sends the texts of the update then: use the built-in words and `window`. `message` of `open` is the project's default message.
   */
  readonly title: string;
  readonly message: string;
  /** BCP 47 tag of title and message: the project may have no texts in the user's language. Null if the server did not name it. */
  readonly language: string | null;
  /** Lowest version that may run, for `recommended` and `update_required`. */
  readonly updateTo: string | null;
  /** Null where the platform has none, where the link is not an allowed one, and if `unsupported`. */
  readonly storeLink: string | null;
  /** True if the device's system is too old for the release that the server asks for: nothing to install is offered then. */
  readonly unsupported: boolean;
  /** True while `beforeBlock` saves the user's work: the gate covers the app, without a button that leaves it. */
  readonly saving: boolean;
  /** True if `update()` can do anything: offer the button only then. */
  readonly canUpdate: boolean;
  /** Current or next maintenance. */
  readonly window: GateWindow | null;
  /** Epoch ms by the server's clock. */
  readonly nextChangeAt: number | null;
  /** When the server last confirmed this answer, epoch ms by its clock; null without an answer. */
  readonly checkedAt: number | null;
  /**
   * - `network`: the server's answer to the last completed request.
   * - `kept`: an earlier answer for this version; in this run the server has not answered yet, or the last request failed.
   * - `default`: none; the app runs.
   */
  readonly source: "network" | "kept" | "default";
  /** A block of a kept answer ends then at the latest, epoch ms by the server's clock; null unless a kept answer blocks. */
  readonly keptUntil: number | null;
  /** Null after an answer, unless its store link is refused. */
  readonly problem: GateProblem | null;
}
