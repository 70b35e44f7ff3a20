import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import { memo, type PointerEvent, useMemo, useState } from "react";
import { type CountedTraffic, requestsBetween, sum, type VersionRequests } from "../adoption/counted-traffic.ts";
import { formatShare } from "../texts/formats.ts";
import { type Label, placeLabels, remPixels } from "./label-layout.ts";
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

/** Rem that a letter and the ends of a zone's name take, at most. */
const zoneLetter = 0.45;
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
    const hasRoom = (zone.width / 100) * width > (name.length * zoneLetter + ends) * remPixels();
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

interface RulerLabelsProps {
  readonly cells: readonly Cell[];
  readonly important: readonly string[];
  readonly asked: { readonly text: string; readonly cell: Cell } | null;
  /** Pixels of the ruler. */
  readonly width: number;
}

interface Named extends Label {
  readonly text: string;
  readonly isAsked: boolean;
  readonly isNamed: boolean;
}

const rows = 3;
/** Rem. */
const rowHeight = 1.375;
/** Letters; the title has the rest. */
const longest = 14;
/** Width relative to the height of a letter: the widest of the common monospaced fonts. */
const letterWidth = 0.63;
const fontSize = 0.75;

export function RulerLabels({ cells, important, asked, width }: RulerLabelsProps) {
  const labels = labelsOf(cells, important, asked, width);
  const placed = placeLabels(labels, width, rows);
  const used = Math.max(0, ...placed.map(({ row }) => row + 1));
  return (
    <div className={classes.labels} aria-hidden style={{ height: `${0.75 + used * rowHeight}rem` }}>
      {labels.map(({ at, isNamed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is its place
        <span key={index} className={classes.tick} data-named={isNamed} style={{ left: at }} />
      ))}
      {placed.map(({ index, row, left }) => (
        <span
          key={index}
          className={classes.label}
          data-row={row}
          data-asked={labels[index]?.isAsked}
          data-named={labels[index]?.isNamed}
          title={labels[index]?.text}
          style={{ left, top: `${0.5 + row * rowHeight}rem`, width: labels[index]?.width }}
        >
          {labels[index]?.text}
        </span>
      ))}
    </div>
  );
}

function labelsOf(
  cells: readonly Cell[],
  important: readonly string[],
  asked: RulerLabelsProps["asked"],
  width: number,
): readonly Named[] {
  const place = ({ left, width: own }: Cell) => ((left + own / 2) / 100) * width;
  const labels = cells.flatMap((cell): Named[] => {
    const { stop } = cell;
    if (!stop) return [];
    const { text } = stop.version;
    const isAsked = asked?.cell === cell;
    const weight = isAsked ? 4 : important.includes(text) ? 3 : stop.isNamed ? 2 : 1;
    return [{ text, at: place(cell), width: pixelsOf(text), weight, isAsked, isNamed: stop.isNamed }];
  });
  if (!asked || asked.cell.stop) return labels;
  const { text } = asked;
  return [...labels, { text, at: place(asked.cell), width: pixelsOf(text), weight: 4, isAsked: true, isNamed: false }];
}

function pixelsOf(text: string): number {
  return Math.ceil((Math.min(text.length, longest) * letterWidth + 0.6) * fontSize * remPixels());
}

interface TrafficBarsProps {
  readonly cells: readonly Cell[];
  readonly zones: readonly Zone[];
  readonly traffic: CountedTraffic;
  readonly width: number;
}

/** Rem that a letter of a share takes, at most. */
const shareLetter = 0.44;

/** Not announced: the chart's table and the marks have the same numbers. */
export function TrafficBars({ cells, zones, traffic, width }: TrafficBarsProps) {
  // A mark that is moved counts nothing again.
  const starts = useMemo(() => cells.map(({ from }) => from), [cells]);
  const counted = useMemo(() => requestsBetween(traffic, starts), [traffic, starts]);
  const heights = counted.map(sum);
  const most = Math.max(1, ...heights);
  const shares = heights.map((requests) => (requests > 0 ? formatShare(requests, traffic.requests) : ""));
  const labels = cells.map(({ left, width: part }, index) => ({
    at: ((left + part / 2) / 100) * width,
    width: (shares[index] ?? "").length * shareLetter * remPixels(),
    weight: heights[index] ?? 0,
  }));
  const placed = new Set(placeLabels(labels, width, 1).map(({ index }) => index));
  return (
    <div className={classes.traffic} aria-hidden>
      {cells.map(({ left, width: part }, index) => {
        const requests = heights[index] ?? 0;
        if (requests === 0) return null;
        const rule = zones.find(({ first, last }) => first <= index && index <= last)?.rule;
        return (
          <div
            key={left}
            className={classes.column}
            style={{ left: `${left}%`, width: `${part}%` }}
            title={barTitle(counted[index] ?? [], traffic)}
          >
            {placed.has(index) && <span className={classes.share}>{shares[index]}</span>}
            <div className={classes.requests} data-rule={rule} style={{ height: `${(requests / most) * 100}%` }} />
          </div>
        );
      })}
    </div>
  );
}

function barTitle(counted: readonly VersionRequests[], { requests }: CountedTraffic): string {
  const [only] = counted;
  const name = only && counted.length === 1 ? only.version.text : texts.versions(counted.length);
  return texts.requestsOf(name, formatShare(sum(counted), requests), sum(counted));
}
