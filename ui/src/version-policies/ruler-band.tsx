import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import { memo, type PointerEvent, useState } from "react";
import { remPixels } from "./label-layout.ts";
import { type Cell, nearest, type Zone, zoneTitles } from "./ruler-scale.ts";
import { percentAt } from "./ruler-slider.tsx";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface RulerBandProps {
  readonly cells: readonly Cell[];
  readonly zones: readonly Zone[];
  /** Pixels; 0 until it is known. */
  readonly width: number;
  readonly onAsk: (version: AppVersion) => void;
  readonly onSpan: ((from: AppVersion, to: AppVersion) => void) | undefined;
}

/** Rem that a letter and the ends of a name take, at most. */
const letter = 0.45;
const ends = 1.25;

export function RulerBand({ cells, zones, width, onAsk, onSpan }: RulerBandProps) {
  const [drawn, setDrawn] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const stops = cells.filter(({ stop }) => stop !== null);
  const middles = stops.map((cell) => cell.left + cell.width / 2);
  const at = (event: PointerEvent) => nearest(middles, percentAt(event));
  const span = drawn && stops.slice(Math.min(drawn.from, drawn.to), Math.max(drawn.from, drawn.to) + 1);
  const end = () => {
    setDrawn(null);
    const [from, to] = [span?.[0]?.stop?.version, span?.at(-1)?.stop?.version];
    if (!from || !to) return;
    if (from === to) onAsk(from);
    else onSpan?.(from, to);
  };
  return (
    <div
      className={classes.band}
      data-drawable={onSpan !== undefined}
      aria-hidden
      onPointerDown={(event) => {
        if (event.button !== 0 || stops.length === 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const place = at(event);
        setDrawn({ from: place, to: place });
      }}
      onPointerMove={(event) => drawn && onSpan && setDrawn({ ...drawn, to: at(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(null)}
    >
      <ZoneBoxes zones={zones} width={width} titleOf={zoneTitles(cells)} />
      {span && span.length > 1 && <DrawnBox cells={span} />}
    </div>
  );
}

interface ZoneBoxesProps {
  readonly zones: readonly Zone[];
  readonly width: number;
  readonly titleOf: (zone: Zone) => string;
}

export function ZoneBoxes({ zones, width, titleOf }: ZoneBoxesProps) {
  return zones.map((zone) => {
    const name = texts.zone[zone.rule];
    const hasRoom = (zone.width / 100) * width > (name.length * letter + ends) * remPixels();
    return (
      <div
        key={zone.first}
        className={classes.zone}
        data-rule={zone.rule}
        style={{ left: `${zone.left}%`, width: `${zone.width}%` }}
        title={titleOf(zone)}
      >
        {hasRoom && <span className={classes.zoneName}>{name}</span>}
      </div>
    );
  });
}

/** Typing in the draft does not redraw it. */
export const PublishedBand = memo(function PublishedBand({ zones }: Pick<ZoneBoxesProps, "zones">) {
  return (
    <div className={classes.before} aria-hidden>
      <ZoneBoxes zones={zones} width={0} titleOf={() => texts.publishedBand} />
    </div>
  );
});

function DrawnBox({ cells }: { readonly cells: readonly Cell[] }) {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return null;
  return <div className={classes.drawn} style={{ left: `${first.left}%`, width: `${last.left + last.width - first.left}%` }} />;
}
