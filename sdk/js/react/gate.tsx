import type { ReactNode } from "react";
import { GateBanner } from "./gate-banner.tsx";
import { type GateView, useGate } from "./gate-context.tsx";
import { GateScreen } from "./gate-screen.tsx";

export interface GateProps {
  /** The app. Not rendered while it is blocked, so that no dialog, portal or shortcut of it remains. */
  readonly children?: ReactNode;
  /** Address for help: `mailto:`, `tel:` or a page. */
  readonly support: string;
  /** The app's own ways out, below the buttons: sign out, export data. */
  readonly extras?: ReactNode;
  /** Replaces the screen of a blocked app, for instance by a read-only mode. */
  readonly render?: (gate: GateView) => ReactNode;
  /** Shown until the first state is known, 2 s at most; default: nothing. */
  readonly loading?: ReactNode;
}

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
