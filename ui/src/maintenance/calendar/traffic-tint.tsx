import { useQuery } from "@tanstack/react-query";
import { memo, useMemo } from "react";
import { adoptionQuery } from "../../adoption/adoption-list.ts";
import classes from "./calendar.module.css";
import { averageBetween, hourlyTraffic } from "./hourly-traffic.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";
import { DAY, HOUR } from "./zone-time.ts";

interface TrafficTintProps {
  readonly project: string;
  readonly scale: TimeScale;
  readonly labelWidth: number;
  readonly from: number;
  readonly until: number;
}

/** Pixels: narrower hours are drawn together. */
const leastWidth = 14;
/** Share of the color where traffic is highest. */
const deepest = 0.12;

/**
 * Requests by hour behind the rows, so that maintenance is planned where they are few. An hour to come is tinted as it was a week or
 * two before; where nothing was counted, there is nothing.
 */
export const TrafficTint = memo(function TrafficTint({ project, scale, labelWidth, from, until }: TrafficTintProps) {
  const { data } = useQuery(adoptionQuery(project, "hours"));
  const traffic = useMemo(() => (data ? hourlyTraffic(data) : null), [data]);
  if (!traffic || traffic.most === 0) return null;
  const length = [1, 2, 3, 6, 12].map((hours) => hours * HOUR).find((ms) => ms * scale.density >= leastWidth) ?? DAY;
  const first = Math.floor(from / length) * length;
  const spans = Array.from({ length: Math.max(0, Math.ceil((until - first) / length)) }, (_, n) => first + n * length);
  return (
    <div className={classes.backdrop} style={{ left: labelWidth }} aria-hidden>
      {spans.map((at) => {
        const share = averageBetween(traffic, at, at + length) / traffic.most;
        if (!(share > 0)) return null;
        const style = { left: timeToX(scale, at), width: length * scale.density, opacity: share * deepest };
        return <i key={at} className={classes.traffic} style={style} />;
      })}
    </div>
  );
});
