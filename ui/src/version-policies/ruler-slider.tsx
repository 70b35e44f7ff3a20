import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { nearest } from "./ruler-scale.ts";

interface RulerSliderProps {
  readonly label: string;
  /** Percent of the ruler, in order. */
  readonly places: readonly number[];
  readonly index: number;
  readonly text: string;
  /** Undefined means it is only looked at. */
  readonly onMove: ((index: number) => void) | undefined;
  readonly className: string | undefined;
  readonly side?: "left" | "right" | undefined;
  readonly lane?: number | undefined;
  readonly state?: string | undefined;
  readonly children?: ReactNode;
}

const page = 5;

export function RulerSlider({ label, places, index, text, onMove, className, side, lane, state, children }: RulerSliderProps) {
  /** Percent between the pointer and the mark that it holds. */
  const held = useRef<number | null>(null);
  const moveTo = (next: number) => {
    const target = Math.min(Math.max(0, next), places.length - 1);
    if (target !== index) onMove?.(target);
  };
  const release = () => {
    held.current = null;
  };
  const style = { left: `${places[index] ?? 0}%`, "--lane": lane } as CSSProperties;
  const shown = { className, style, "data-side": side, "data-state": state };
  if (!onMove) {
    return (
      <div {...shown} title={text}>
        {children}
      </div>
    );
  }
  return (
    <div
      {...shown}
      role="slider"
      tabIndex={0}
      title={`${label}: ${text}`}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={places.length - 1}
      aria-valuenow={index}
      aria-valuetext={text}
      onKeyDown={(event) => {
        const next = indexAfterKey(event, index, places.length - 1);
        if (next === null) return;
        event.preventDefault();
        moveTo(next);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = percentAt(event) - (places[index] ?? 0);
      }}
      onPointerMove={(event) => {
        if (held.current !== null) moveTo(nearest(places, percentAt(event) - held.current));
      }}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {children}
    </div>
  );
}

export function percentAt({ currentTarget, clientX }: PointerEvent): number {
  const ruler = currentTarget.closest("[data-ruler]")?.getBoundingClientRect();
  return ruler && ruler.width > 0 ? ((clientX - ruler.left) / ruler.width) * 100 : 0;
}

/** Keys of sliders (ARIA practices); null means another key. */
export function indexAfterKey({ key }: KeyboardEvent, index: number, last: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return last;
  const by = steps[key];
  return by === undefined ? null : index + by;
}

const steps: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, PageUp: page },
  ...{ ArrowLeft: -1, ArrowDown: -1, PageDown: -page },
};
