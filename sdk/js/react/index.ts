"use client";

export type { GateClient } from "../core/gate-client.ts";
export type { GateState, GateStatus, GateWindow } from "../core/gate-state.ts";
export type { GateWords } from "../texts/english-words.ts";
export type { GateView } from "../texts/gate-view.ts";
export { Gate, type WebGateProps as GateProps } from "./gate.tsx";
export { useGate } from "./gate-context.tsx";
export { GateProvider, type GateProviderProps } from "./gate-provider.tsx";
