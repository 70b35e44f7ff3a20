import { createElement, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { GateView } from "../texts/gate-view.ts";
import { coverPage } from "../web/cover-page.ts";
import { type Draw, drawBanner, drawScreen } from "../web/draw-gate.ts";
import { useGateActions } from "./use-gate-actions.ts";

const draw: Draw<ReactNode> = createElement;

export interface GateScreenProps extends GateView {
  readonly support: string | undefined;
  readonly extras?: ReactNode;
}

export function GateScreen({ support, extras, ...gate }: GateScreenProps): ReactNode {
  const actions = useGateActions(gate.client);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { status, title } = gate.state;
  useLayoutEffect(() => (dialog.current ? coverPage(dialog.current) : undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status or title is another screen, which is read aloud again.
  useLayoutEffect(() => dialog.current?.querySelector("h1")?.focus(), [status, title]);
  return drawScreen(draw, { ...gate, ...actions }, { id, support, extras, own: { ref: dialog } });
}

export function GateBanner(gate: GateView): ReactNode {
  return drawBanner(draw, { ...gate, ...useGateActions(gate.client) });
}
