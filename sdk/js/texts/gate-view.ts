import type { GateClient } from "../core/gate-client.ts";
import type { GateState } from "../core/gate-state.ts";
import type { FoundWords } from "./find-words.ts";

/** Everything that a screen of the gate shows: the state, the gate's own words in the user's language, and the client to act on. */
export interface GateView extends FoundWords {
  readonly state: GateState;
  readonly client: GateClient;
}
