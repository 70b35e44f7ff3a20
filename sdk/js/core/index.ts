/** The core: any JavaScript engine, no screen. */
export { createGateClient } from "./create-gate-client.ts";
export type { GateClient } from "./gate-client.ts";
export type { GateBlockReason, GateOptions, GateRequest, GateResponse, GateStorage } from "./gate-options.ts";
export type { GateProblem, GateProblemCode, GateState, GateStatus, GateWindow } from "./gate-state.ts";
export { isAllowedLink } from "./store-links.ts";
