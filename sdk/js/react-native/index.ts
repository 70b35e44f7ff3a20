export type { GateClient } from "../core/gate-client.ts";
export type { GateState, GateStatus, GateWindow } from "../core/gate-state.ts";
export { useGate } from "../react/gate-context.tsx";
export type { GateWords } from "../texts/english-words.ts";
export type { GateView } from "../texts/gate-view.ts";
export { createGate, type DeviceStorage, type ReactNativeGateOptions } from "./create-gate.ts";
export { Gate, type NativeGateProps as GateProps } from "./gate.tsx";
export type { GateColors } from "./gate-colors.ts";
export { GateProvider, type GateProviderProps } from "./gate-provider.tsx";
