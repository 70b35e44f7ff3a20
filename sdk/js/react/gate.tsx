import type { ReactNode } from "react";
import { AppBehindGate } from "./app-behind-gate.tsx";
import { GateBanner } from "./gate-banner.tsx";
import { useGate } from "./gate-context.tsx";
import type { GateProps } from "./gate-props.ts";
import { GateScreen } from "./gate-screen.tsx";

export interface WebGateProps extends GateProps {
  /** The app. While it is blocked, it is hidden and its effects are undone; before React 19.3 it is unmounted. */
  readonly children?: ReactNode;
}

/** Around the whole app: the app, with a banner above it where there is something to announce, or the gate in its place. */
export function Gate({ children, support, extras, render, loading = null }: WebGateProps): ReactNode {
  const gate = useGate();
  const { status, blocked } = gate.state;
  const isLoading = status === "loading";
  const hasBanner = status === "announced" || status === "recommended";
  // The app stays at its place in the list, so that it keeps its state, and is hidden before the screen is shown.
  return (
    <>
      {isLoading ? loading : null}
      {hasBanner ? <GateBanner key={status} {...gate} /> : null}
      <AppBehindGate isHidden={isLoading || blocked}>{children}</AppBehindGate>
      {blocked ? render ? render(gate) : <GateScreen {...gate} support={support} extras={extras} /> : null}
    </>
  );
}
