import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { shownAt } from "drawbridge-rules/values/wall-time.ts";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useNow } from "../elements/use-now.ts";
import { locale } from "../texts/browser-locale.ts";
import { type Question, touchingQuery } from "./simulation.ts";
import classes from "./simulator.module.css";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import {
  defaultDay,
  instantAt,
  positionInSpan,
  type SpanName,
  spanAround,
  type TimeSpan,
  timeAfterKey,
  timeTicks,
} from "./time-span.ts";
import { covers } from "./transition.ts";

interface TimeSliderProps {
  readonly project: string;
  readonly question: Question | null;
  /** Epoch ms. */
  readonly at: number;
  /** `at` on the clock of the zone, in words. */
  readonly text: string;
  readonly zone: string;
  readonly span: SpanName;
  readonly onMove: (at: number) => void;
}

/** Slider over a span of time with its maintenance; the thumb is the instant of the request. */
export function TimeSlider({ project, question, at, text, zone, span: name, onMove }: TimeSliderProps) {
  const track = useRef<HTMLDivElement>(null);
  const span = spanAround(at, name, zone);
  const press = (event: KeyboardEvent) => {
    const to = event.ctrlKey || event.metaKey || event.altKey ? null : timeAfterKey(event.key, at, span);
    if (to === null) return;
    event.preventDefault();
    onMove(to);
  };
  const point = (event: PointerEvent) => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
    onMove(Math.min(span.until - 1, instantAt((event.clientX - left) / width, span)));
  };
  const hours = (span.until - span.from) / 3_600_000;
  return (
    <div className={classes.slider}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for pointing alone; the slider on it has the keys */}
      <div
        ref={track}
        className={classes.track}
        // Otherwise the focus goes to the element below.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.querySelector<HTMLElement>("[tabindex]")?.focus();
          point(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
        }}
      >
        <Closed project={project} question={question} span={span} />
        <Now span={span} />
        <div
          className={classes.thumb}
          style={{ left: `${positionInSpan(at, span) * 100}%` }}
          role="slider"
          tabIndex={0}
          aria-label={texts.slider}
          aria-description={texts.keys}
          aria-valuemin={0}
          aria-valuemax={Math.round((span.until - span.from) / 60_000)}
          aria-valuenow={Math.round((at - span.from) / 60_000)}
          aria-valuetext={text}
          onKeyDown={press}
        />
      </div>
      <Ticks span={span} name={name} zone={zone} />
      {name === "day" && span.until - span.from !== defaultDay && (
        <Text size="sm" mt="xs">
          {texts.oddDay(hours)}
        </Text>
      )}
    </div>
  );
}

interface ClosedProps {
  readonly project: string;
  readonly question: Question | null;
  readonly span: TimeSpan;
}

/** Marks maintenance on the slider. Screen reader users jump from change to change instead. */
function Closed({ project, question, span }: ClosedProps) {
  const { data = [] } = useQuery(touchingQuery(project, span.from, span.until));
  const shown = question ? data.filter((occurrence) => covers(occurrence, question)) : data;
  return shown.map(({ occurrence, window, start, end }) => {
    const [left, right] = [start, end].map((text) => Math.min(1, Math.max(0, positionInSpan(Date.parse(text), span)))) as [
      number,
      number,
    ];
    return (
      <div
        key={occurrence}
        className={classes.closed}
        style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
        title={window}
        aria-hidden
      />
    );
  });
}

function Now({ span }: { readonly span: TimeSpan }) {
  const place = positionInSpan(useNow(), span);
  if (place < 0 || place > 1) return null;
  return <div className={classes.now} style={{ left: `${place * 100}%` }} aria-hidden />;
}

const tickForms: Readonly<Record<SpanName, Intl.DateTimeFormatOptions>> = {
  day: { hour: "numeric", minute: "2-digit" },
  week: { weekday: "short", day: "numeric" },
  month: { day: "numeric", month: "short" },
  year: { month: "short" },
};

function Ticks({ span, name, zone }: { readonly span: TimeSpan; readonly name: SpanName; readonly zone: string }) {
  const format = new Intl.DateTimeFormat(locale, { ...tickForms[name], timeZone: "UTC" });
  return (
    <div className={classes.ticks} aria-hidden>
      {timeTicks(span, name, zone).map(({ at, place }) => (
        <span key={at} className={classes.tick} style={{ left: `${place * 100}%` }}>
          {format.format(shownAt(at, zone))}
        </span>
      ))}
    </div>
  );
}
