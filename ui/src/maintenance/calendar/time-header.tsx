import { memo } from "react";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { type SceneView, type TimeScale, tickStep, timeToX } from "./time-scale.ts";
import { DAY, type Day, HOUR, spans, type ZoneTime } from "./zone-time.ts";

interface TimeHeaderProps {
  readonly view: SceneView;
  readonly scale: TimeScale;
  readonly time: ZoneTime;
}

export const TimeHeader = memo(function TimeHeader({ view, scale, time }: TimeHeaderProps) {
  const { from, until } = scale;
  const days = time.days(from, until);
  const step = tickStep(scale);
  // Without room for hours, days are below and months above them.
  const isCoarse = step === DAY;
  const above = isCoarse ? monthsOf(days) : days;
  const nameOf = isCoarse ? spans.month : view === "day" ? spans.longDay : spans.day;
  return (
    <div className={classes.header}>
      <div className={classes.zone}>
        <span title={time.zone}>{time.zone}</span>
      </div>
      <div className={classes.ticks} aria-hidden>
        {above.map((day) => (
          <Span key={day.start} scale={scale} day={day} text={nameOf(day.date)} hasLength={!isCoarse} />
        ))}
        {isCoarse
          ? days.map((day) => <DayTick key={day.start} day={day} scale={scale} />)
          : time.ticks(from, until, step).map((at) => (
              <span key={at} className={classes.tick} style={{ left: timeToX(scale, at) }}>
                {spans.clock(time.wall(at))}
              </span>
            ))}
        {time.shifts(from, until).map((shift) => (
          <span key={shift.at} className={classes.shiftTick} style={{ left: timeToX(scale, shift.at) }}>
            {spans.shift(shift)}
          </span>
        ))}
      </div>
    </div>
  );
});

interface SpanProps {
  readonly scale: TimeScale;
  readonly day: Day;
  readonly text: string;
  readonly hasLength: boolean;
}

function Span({ scale, day, text, hasLength }: SpanProps) {
  const left = timeToX(scale, day.start);
  const hours = (day.end - day.start) / HOUR;
  return (
    <div className={classes.span} style={{ left, width: timeToX(scale, day.end) - left }}>
      <span className={classes.spanText}>
        {text}
        {hasLength && hours !== 24 && <b className={classes.length}>{texts.hours(hours)}</b>}
      </span>
    </div>
  );
}

function DayTick({ day, scale }: { readonly day: Day; readonly scale: TimeScale }) {
  const left = timeToX(scale, day.start);
  const width = timeToX(scale, day.end) - left;
  return (
    <span className={classes.dayTick} style={{ left, width }}>
      {spans.shortDay(day.date, width)}
    </span>
  );
}

function monthsOf(days: readonly Day[]): Day[] {
  const found = new Map<string, Day>();
  for (const day of days) {
    const month = day.date.slice(0, 7);
    found.set(month, { ...(found.get(month) ?? day), end: day.end });
  }
  return [...found.values()];
}
