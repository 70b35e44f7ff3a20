import type { ReactNode } from "react";
import { StyleSheet, View } from "react-native";
import { useGate } from "../react/gate-context.tsx";
import type { GateProps } from "../react/gate-props.ts";
import { GateBanner } from "./gate-banner.tsx";
import type { GateColors } from "./gate-colors.ts";
import { GateScreen } from "./gate-screen.tsx";

export interface NativeGateProps extends GateProps {
  /** The app. Unmounted while it is blocked: a native `Modal` of a hidden app would remain above the gate. */
  readonly children?: ReactNode;
  /** Replaces the colors of the device's light or dark mode. */
  readonly colors?: Partial<GateColors>;
}

/** Around the whole app: the app, with a card where there is something to announce, or the gate in its place. */
export function Gate({ children, support, extras, render, loading = null, colors }: NativeGateProps): ReactNode {
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
