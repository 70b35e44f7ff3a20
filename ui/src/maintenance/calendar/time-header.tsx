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

export const TimeHeader = memo(function TimeHeader(props: TimeHeaderProps) {
  const { time } = props;
  return (
    <div className={classes.header}>
      <div className={classes.zone}>
        <span title={time.zone}>{time.zone}</span>
      </div>
      <div className={classes.ticks} aria-hidden>
        <Ticks {...props} />
      </div>
    </div>
  );
});

function Ticks({ view, scale, time }: TimeHeaderProps) {
  const { from, until } = scale;
  const days = time.days(from, until);
  const step = tickStep(scale);
  // Without room for hours, days are below and months above them.
  const isCoarse = step === DAY;
  const above = isCoarse ? monthsOf(days) : days;
  const nameOf = isCoarse ? spans.month : view === "day" ? spans.longDay : spans.day;
  return (
    <>
      {above.map((day) => (
        <Span key={day.start} scale={scale} from={day.start} until={day.end} text={nameOf(day.date)}>
          {isCoarse ? null : <Length day={day} />}
        </Span>
      ))}
      {isCoarse
        ? days.map((day) => <DayTick key={day.start} day={day} scale={scale} />)
        : time
            .ticks(from, until, step)
            .map((at) => <HourTick key={at} x={timeToX(scale, at)} text={spans.clock(time.wall(at))} />)}
      {time.shifts(from, until).map((shift) => (
        <span key={shift.at} className={classes.shiftTick} style={{ left: timeToX(scale, shift.at) }}>
          {spans.shift(shift)}
        </span>
      ))}
    </>
  );
}

interface SpanProps {
  readonly scale: TimeScale;
  readonly from: number;
  readonly until: number;
  readonly text: string;
  readonly children: React.ReactNode;
}

function Span({ scale, from, until, text, children }: SpanProps) {
  const left = timeToX(scale, from);
  return (
    <div className={classes.span} style={{ left, width: timeToX(scale, until) - left }}>
      <span className={classes.spanText}>
        {text}
        {children}
      </span>
    </div>
  );
}

function Length({ day }: { readonly day: Day }) {
  const hours = (day.end - day.start) / HOUR;
  return hours === 24 ? null : <b className={classes.length}>{texts.hours(hours)}</b>;
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

function HourTick({ x, text }: { readonly x: number; readonly text: string }) {
  return (
    <span className={classes.tick} style={{ left: x }}>
      {text}
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
