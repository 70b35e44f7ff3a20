/** Requests of the last 24 hours as a histogram on the axis of the ruler: a bar for each version on it and for those between. */
import { useMemo } from "react";
import { type CountedTraffic, requestsBetween, sum, type VersionRequests } from "../adoption/counted-traffic.ts";
import { formatShare } from "../texts/formats.ts";
import { placeLabels } from "./label-layout.ts";
import { remPixels } from "./rem-pixels.ts";
import type { Cell, Zone } from "./ruler-scale.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface TrafficBarsProps {
  readonly cells: readonly Cell[];
  readonly zones: readonly Zone[];
  readonly traffic: CountedTraffic;
  /** Pixels; 0 until it is known. */
  readonly width: number;
}

/** Rem that a letter of a share takes, at most. */
const letter = 0.44;

/** Not announced: the chart's table and the marks have the same numbers. */
export function TrafficBars({ cells, zones, traffic, width }: TrafficBarsProps) {
  const title = useBarTitle(traffic);
  // A mark that is moved counts nothing again.
  const counted = useMemo(
    () =>
      requestsBetween(
        traffic,
        cells.map(({ from }) => from),
      ),
    [traffic, cells],
  );
  const heights = counted.map(sum);
  const most = Math.max(1, ...heights);
  const shares = heights.map((requests) => (requests > 0 ? formatShare(requests, traffic.requests) : ""));
  const labels = cells.map(({ left, width: part }, index) => ({
    at: ((left + part / 2) / 100) * width,
    width: (shares[index] ?? "").length * letter * remPixels(),
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
            title={title(counted[index] ?? [])}
          >
            {placed.has(index) && <span className={classes.share}>{shares[index]}</span>}
            <div className={classes.requests} data-rule={rule} style={{ height: `${(requests / most) * 100}%` }} />
          </div>
        );
      })}
    </div>
  );
}

function useBarTitle(traffic: CountedTraffic): (counted: readonly VersionRequests[]) => string {
  return (counted) => {
    const [only] = counted;
    const name = only && counted.length === 1 ? only.version.text : texts.versions(counted.length);
    return texts.requestsOf(name, formatShare(sum(counted), traffic.requests), sum(counted));
  };
}
