export { Gate, type GateProps } from "./gate.tsx";
export { GateProvider, type GateProviderProps, type GateView, useGate } from "./gate-provider.tsx";
