/** Background of the rows: weekends, grid lines, clock changes, and now. */
import { memo } from "react";
import { useNow } from "../elements/use-now.ts";
import { weekdayOf } from "./period.ts";
import { gridLines, type TimeScale, timeToX } from "./time-scale.ts";
import classes from "./timeline.module.css";
import type { ZoneTime } from "./zone-time.ts";

interface SceneBackdropProps {
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
            style={{ left: timeToX(scale, start), width: timeToX(scale, end) - timeToX(scale, start) }}
          />
        ))}
      {gridLines(scale, time, from, until).map((at) => (
        <i key={at} className={dayStarts.has(at) ? classes.dayLine : classes.line} style={{ left: timeToX(scale, at) }} />
      ))}
      {time.shifts(from, until).map(({ at }) => (
        <i key={at} className={classes.shiftLine} style={{ left: timeToX(scale, at) }} />
      ))}
    </div>
  );
});

/** Line of the current time; moves by itself. */
export function NowLine({ scale, labelWidth }: { readonly scale: TimeScale; readonly labelWidth: number }) {
  const now = Math.max(useNow(), Date.now());
  if (now < scale.from || scale.until < now) return null;
  return <i className={classes.now} style={{ left: labelWidth + timeToX(scale, now) }} aria-hidden />;
}
