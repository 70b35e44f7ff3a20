/** Problems of the gate, for logs and alerts. */
export interface GateProblem {
  /**
   * - `misconfigured`: an address, a key, a platform or an instance cannot be used. Nothing is asked, and every request passes.
   * - `offline`: no connection to Drawbridge, or no complete answer in time.
   * - `refused`: Drawbridge refuses a question, or the gate has no place for one.
   * - `invalid_answer`: an answer that does not have the types of the contract, or is longer than 64 KiB.
   * - `callback_failed`: a function of the back end threw, or returned something else than it must.
   */
  readonly code: "misconfigured" | "offline" | "refused" | "invalid_answer" | "callback_failed";
  /** One sentence: the cause, what to do, and what happens to requests meanwhile. */
  readonly message: string;
  /** HTTP status of a refusal. */
  readonly status?: number;
  /** Code that Drawbridge sent with it, such as `unknown_api_key`. */
  readonly reason?: string;
}
