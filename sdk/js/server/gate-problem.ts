/** Failure of a request to Drawbridge, for logs. Requests of apps pass meanwhile. */
export interface GateProblem {
  /**
   * `offline`: no connection. `timeout`: no answer in time. `rejected`: another status than 200 or 304. `malformed`: an answer that
   * is not one of `/gate`.
   */
  readonly cause: "offline" | "timeout" | "rejected" | "malformed";
  /** HTTP status of a rejected request. */
  readonly status?: number;
  /** Error code of the read API, such as `unknown_api_key`. */
  readonly code?: string;
  /** Milliseconds until the gate asks again. */
  readonly retryIn: number;
}
