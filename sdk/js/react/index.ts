"use client";

export type { GateClient } from "../core/gate-client.ts";
export type { GateState, GateStatus, GateWindow } from "../core/gate-state.ts";
export { Gate } from "./gate.tsx";
export { type GateView, useGate } from "./gate-context.tsx";
export type { GateProps } from "./gate-props.ts";
export { GateProvider, type GateProviderProps } from "./gate-provider.tsx";
