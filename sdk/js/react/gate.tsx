import { type ReactNode, useSyncExternalStore } from "react";
import { AppBehindGate } from "./app-behind-gate.tsx";
import { useGate, useStart } from "./gate-context.tsx";
import type { GateProps } from "./gate-props.ts";
import { GateBanner, GateScreen } from "./gate-screen.tsx";

export interface WebGateProps extends GateProps {
  /**
   * - `overlay` (default): servers render the app, and it is there while the first answer is awaited. The gate lies on top of it.
   * - `hide`: the app is rendered only when the state is known, and is hidden with its effects undone while it is blocked; before
   *   React 19.3 it is unmounted. `loading` is in its place until then.
   */
  readonly mode?: "overlay" | "hide";
  readonly children?: ReactNode;
}

/** Around the whole app: the app, with a banner above it where there is something to announce, and the gate while it is blocked. */
export function Gate({ children, support, extras, render, loading = null, mode = "overlay" }: WebGateProps): ReactNode {
  const gate = useGate();
  const isStarted = useStart(gate.client);
  // True on a server and while its page is hydrated, which must render the same.
  const isServerPage = useSyncExternalStore(subscribeToNothing, isFalse, isTrue);
  const { status, blocked } = gate.state;
  const isLoading = status === "loading";
  // Before the start, a kept answer may still block: an app that is blocked from the beginning does not run.
  const isBlocked = blocked || (isLoading && (mode === "hide" || !(isStarted || isServerPage)));
  const hasBanner = status === "announced" || status === "recommended";
  // The app stays at its place in the list, so that it keeps its state, and is hidden before the screen is shown.
  return (
    <>
      {isLoading && mode === "hide" ? loading : null}
      {hasBanner ? <GateBanner key={status} {...gate} /> : null}
      <AppBehindGate isBlocked={isBlocked} isCovered={mode === "overlay" && !render}>
        {children}
      </AppBehindGate>
      {blocked ? render ? render(gate) : <GateScreen {...gate} support={support} extras={extras} /> : null}
    </>
  );
}

const subscribeToNothing = () => () => undefined;
const isFalse = () => false;
const isTrue = () => true;
