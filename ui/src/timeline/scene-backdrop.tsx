/** What lies behind the rows: weekends, the lines of the clock, its shifts, and now. */
import { memo } from "react";
import { useNow } from "../elements/use-now.ts";
import { weekdayOf } from "./period.ts";
import { linesOf, type TimeScale, xOf } from "./time-scale.ts";
import classes from "./timeline.module.css";
import type { ZoneTime } from "./zone-time.ts";

export interface SceneBackdropProps {
  readonly scale: TimeScale;
  readonly time: ZoneTime;
  readonly weekend: readonly number[];
  readonly labelWidth: number;
  readonly from: number;
  readonly until: number;
}

export const SceneBackdrop = memo(function SceneBackdrop({ scale, time, weekend, labelWidth, from, until }: SceneBackdropProps) {
  const days = time.days(from, until);
  const dayStarts = new Set(days.map(({ start }) => start));
  return (
    <div className={classes.backdrop} style={{ left: labelWidth }} aria-hidden>
      {days
        .filter(({ date }) => weekend.includes(weekdayOf(date)))
        .map(({ start, end }) => (
          <i
            key={start}
            className={classes.weekend}
            style={{ left: xOf(scale, start), width: xOf(scale, end) - xOf(scale, start) }}
          />
        ))}
      {linesOf(scale, time, from, until).map((at) => (
        <i key={at} className={dayStarts.has(at) ? classes.dayLine : classes.line} style={{ left: xOf(scale, at) }} />
      ))}
      {time.shifts(from, until).map(({ at }) => (
        <i key={at} className={classes.shiftLine} style={{ left: xOf(scale, at) }} />
      ))}
    </div>
  );
});

/** It moves on by itself. */
export function NowLine({ scale, labelWidth }: { readonly scale: TimeScale; readonly labelWidth: number }) {
  const now = Math.max(useNow(), Date.now());
  if (now < scale.from || scale.until < now) return null;
  return <i className={classes.now} style={{ left: labelWidth + xOf(scale, now) }} aria-hidden />;
}
