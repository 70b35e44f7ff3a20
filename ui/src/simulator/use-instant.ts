/**
 * The instant that is asked about. It is in the address, where it arrives a moment after somebody has stopped moving it: a browser
 * takes only so many addresses in a second, and the server only needs the last.
 */
import { useCallback, useEffect, useState } from "react";
import { useNow } from "../elements/use-now.ts";
import { isoOf } from "./simulation.ts";
import { simulatorRoute } from "./simulator-route.ts";

export interface ChosenInstant {
  /** What the slider shows; epoch ms. */
  readonly at: number;
  /** What is asked about: RFC 3339; null: the present. */
  readonly asked: string | null;
  /** Somebody is moving it: what is asked about is not yet what is shown. */
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
    const timer = setTimeout(() => ask(isoOf(moved)), pause);
    return () => clearTimeout(timer);
  }, [moved, ask]);
  // Somebody may have moved on while it was on its way into the address.
  useEffect(() => setMoved((latest) => (latest !== null && isoOf(latest) === asked ? null : latest)), [asked]);
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

/** What an address takes. */
const earliest = Date.UTC(1971, 0);
const latest = Date.UTC(9998, 0) - 1;
