/** Middleware for back ends: refuses versions that must update, and all requests during maintenance. */
export type { GateProblem } from "../core/gate-state.ts";
export type { AppRequest } from "./app-request.ts";
export { expressGate } from "./express-gate.ts";
export { fastifyGate } from "./fastify-gate.ts";
export { fetchGate } from "./fetch-gate.ts";
export { honoGate } from "./hono-gate.ts";
export type { Refusal } from "./refusal.ts";
export { createServerGate, type ServerGate } from "./server-gate.ts";
export type { ServerGateOptions } from "./server-gate-options.ts";
