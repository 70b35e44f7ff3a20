import type { ReactNode } from "react";
import { GateBanner } from "./gate-banner.tsx";
import { useGate } from "./gate-context.tsx";
import type { GateProps } from "./gate-props.ts";
import { GateScreen } from "./gate-screen.tsx";

/** Around the whole app: the app, with a banner above it where there is something to announce, or the gate in its place. */
export function Gate({ children, support, extras, render, loading = null }: GateProps): ReactNode {
  const gate = useGate();
  const { status, blocked } = gate.state;
  if (status === "loading") return loading;
  if (blocked) {
    return render ? render(gate) : <GateScreen {...gate} support={support} extras={extras} />;
  }
  return (
    <>
      {status === "open" ? null : <GateBanner key={status} {...gate} />}
      {children}
    </>
  );
}
