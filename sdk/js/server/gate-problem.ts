/** Failure of a request to Drawbridge, for logs. Requests of apps pass meanwhile. */
export interface GateProblem {
  /**
   * - `offline`: no connection, or it was closed before the answer was complete.
   * - `timeout`: no answer in time.
   * - `rejected`: a status other than 200 and 304, or a redirect (code `redirected`).
   * - `malformed`: an answer that does not have the types of the contract, or is longer than 64 KiB.
   */
  readonly kind: "offline" | "timeout" | "rejected" | "malformed";
  /** HTTP status of a rejected request. */
  readonly status?: number;
  /** Error code of the read API, such as `unknown_api_key`. */
  readonly code?: string;
  /** Milliseconds until the gate asks again. */
  readonly retryIn: number;
}
