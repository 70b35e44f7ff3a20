import type { ReactNode } from "react";
import { StyleSheet, View } from "react-native";
import { type GateView, useGate } from "../react/gate-context.tsx";
import { GateBanner } from "./gate-banner.tsx";
import type { GateColors } from "./gate-colors.ts";
import { GateScreen } from "./gate-screen.tsx";

export interface GateProps {
  /** The app. Not rendered while it is blocked, so that no native `Modal` of it remains above the gate. */
  readonly children?: ReactNode;
  /** Address for help: `mailto:`, `tel:` or a page. */
  readonly support: string;
  /** The app's own ways out, below the buttons: sign out, export data. */
  readonly extras?: ReactNode;
  /** Replaces the screen of a blocked app, for instance by a read-only mode. */
  readonly render?: (gate: GateView) => ReactNode;
  /** Shown until the first state is known, 2 s at most; default: nothing. */
  readonly loading?: ReactNode;
  readonly colors?: Partial<GateColors>;
}

/** Around the whole app: the app, with a card where there is something to announce, or the gate in its place. */
export function Gate({ children, support, extras, render, loading = null, colors }: GateProps): ReactNode {
  const gate = useGate();
  const { status, blocked } = gate.state;
  if (status === "loading") return loading;
  if (blocked) {
    if (render) return render(gate);
    return <GateScreen {...gate} support={support} extras={extras} colors={colors} />;
  }
  return (
    <View style={styles.app}>
      {children}
      {status === "open" ? null : <GateBanner key={status} {...gate} colors={colors} />}
    </View>
  );
}

const styles = StyleSheet.create({ app: { flex: 1 } });
