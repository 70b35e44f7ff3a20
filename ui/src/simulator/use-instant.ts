/**
 * Simulated instant. It goes into the address a moment after the user stops moving it: browsers limit address changes per second,
 * and the server only needs the last one.
 */
import { useCallback, useEffect, useState } from "react";
import { useNow } from "../elements/use-now.ts";
import { toIsoText } from "./simulation.ts";
import { simulatorRoute } from "./simulator-route.ts";

export interface ChosenInstant {
  /** Instant on the slider; epoch ms. */
  readonly at: number;
  /** Instant of the request: RFC 3339; null: the present. */
  readonly asked: string | null;
  /** The slider is moving: the request lags behind it. */
  readonly isMoving: boolean;
  readonly move: (at: number) => void;
  readonly follow: () => void;
}

/** Milliseconds without a move. */
const pause = 200;

export function useInstant(): ChosenInstant {
  const { at: asked } = simulatorRoute.useSearch();
  const navigate = simulatorRoute.useNavigate();
  const now = useNow();
  const [moved, setMoved] = useState<number | null>(null);
  const ask = useCallback(
    (at: string | undefined) => void navigate({ search: (search) => ({ ...search, at }), replace: true }),
    [navigate],
  );
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => ask(toIsoText(moved)), pause);
    return () => clearTimeout(timer);
  }, [moved, ask]);
  // The slider may have moved on before the address changed.
  useEffect(() => setMoved((latest) => (latest !== null && toIsoText(latest) === asked ? null : latest)), [asked]);
  return {
    at: moved ?? (asked === undefined ? Math.floor(now / 1000) * 1000 : Date.parse(asked)),
    asked: asked ?? null,
    isMoving: moved !== null,
    move: (at) => setMoved(Math.min(latest, Math.max(earliest, at))),
    follow: () => {
      setMoved(null);
      ask(undefined);
    },
  };
}

/** Range of instants that the address accepts. */
const earliest = Date.UTC(1971, 0);
const latest = Date.UTC(9998, 0) - 1;
