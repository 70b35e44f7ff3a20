/** The client: decides from the kept answer immediately, asks the server behind it, and never throws. */
import type { GateState } from "./gate-state.ts";

export interface GateClient {
  /** The same object until something changes. */
  readonly state: GateState;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (state: GateState) => void): () => void;
  /** Resolves immediately with a kept answer for this version, otherwise after the first answer or `startWait`. */
  start(): Promise<GateState>;
  /** The user wants to know: asks immediately, past caches, and opens without delay. Concurrent calls share one request. */
  refresh(): Promise<GateState>;
  /** The app is in the foreground or online again: asks if the answer has expired, and continues to ask when it expires. */
  resume(): Promise<GateState>;
  /** The app is in the background: no further requests until `resume()`. */
  pause(): void;
  /** `recommended`: hidden for a day. `announced`: dismissed for this window. */
  later(): void;
  /** `recommended`: hidden until the server names another version. */
  skip(): void;
  /** Runs the option `update`, or opens the store link if it is an allowed one. False means nothing was done. */
  update(): Promise<boolean>;
  /** Ends all subscriptions, aborts a request that is under way, and sends no further one. */
  close(): void;
}
