import { SegmentedControl, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import { type PointerEvent, useMemo, useState } from "react";
import { usePeriod } from "../routes.ts";
import { formatDate, formatInstant, formatShare } from "../texts/formats.ts";
import { indexAfterKey } from "../version-policies/ruler-slider.tsx";
import classes from "./adoption.module.css";
import { areaPaths, type Band, stackedBands, totals } from "./adoption-area.ts";
import { adoptionQuery, type Period, periods } from "./adoption-list.ts";
import { adoptionTexts as texts } from "./adoption-texts.ts";

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;

interface AdoptionSectionProps {
  readonly project: string;
  readonly platform: string;
  readonly name: string;
}

export function AdoptionSection({ project, platform, name }: AdoptionSectionProps) {
  const [period, choose] = usePeriod();
  const { data } = useQuery({ ...adoptionQuery(project, period), placeholderData: keepPreviousData });
  const { first, bands } = useMemo(() => {
    const found = data?.platforms.find((each) => each.platform === platform);
    return found ? stackedBands(found) : { first: 0, bands: [] };
  }, [data, platform]);
  const textOf = (step: number) => (data ? stepText(data, first + step) : "");
  const steps = bands[0]?.series.length ?? 0;
  const [only] = bands.length === 1 ? bands : [];
  return (
    <Stack gap="sm" mih="16rem">
      <SegmentedControl
        aria-label={texts.period}
        maw="36rem"
        value={period}
        onChange={(chosen) => choose(chosen as Period)}
        data={periods.map((value) => ({ value, label: texts.periods[value] }))}
      />
      {data && steps === 0 && <Text>{texts.noneInPeriod}</Text>}
      {only && <Text>{texts.only(only.version ?? texts.others, only.requests)}</Text>}
      {steps > 0 && !only && <AdoptionChart platform={name} bands={bands} steps={steps} textOf={textOf} />}
    </Stack>
  );
}

/** Hours are in the browser's zone, days are dates in UTC, by which the server counts them. */
function stepText({ from, interval: unit }: Adoption, step: number): string {
  const at = Date.parse(from) + step * stepMs[unit];
  return unit === "hour" ? formatInstant(at) : texts.utcDay(formatDate(at, "UTC"));
}

interface AdoptionChartProps {
  readonly platform: string;
  readonly bands: readonly Band[];
  readonly steps: number;
  readonly textOf: (step: number) => string;
}

function AdoptionChart({ platform, bands, steps, textOf }: AdoptionChartProps) {
  const [chosen, choose] = useState<number | null>(null);
  const paths = useMemo(() => areaPaths(bands, steps), [bands, steps]);
  const whole = useMemo(() => totals(bands, steps), [bands, steps]);
  // Another period can have fewer steps.
  const step = Math.min(chosen ?? initialStep(whole), steps - 1);
  const count = whole[step] ?? 0;
  const heading = texts.at(textOf(step), count === 0 ? texts.none : texts.requests(count));
  const rows = bands
    .map(({ version, series }, index) => ({
      name: version ?? texts.others,
      share: formatShare(series[step] ?? 0, count),
      tone: toneOf(bands, index),
    }))
    .reverse();
  const spoken = rows.map((row) => texts.shareOf(row.name, row.share)).join(", ");
  return (
    <div className={classes.adoption}>
      <div
        role="slider"
        tabIndex={0}
        className={classes.chart}
        aria-label={texts.chart(platform)}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={steps - 1}
        aria-valuenow={step}
        aria-valuetext={count === 0 ? heading : `${heading}: ${spoken}`}
        onKeyDown={(event) => {
          const next = indexAfterKey(event, step, steps - 1);
          if (next === null) return;
          event.preventDefault();
          choose(Math.min(Math.max(0, next), steps - 1));
        }}
        onPointerMove={(event) => choose(stepAt(event, steps))}
        onPointerDown={(event) => choose(stepAt(event, steps))}
        onPointerLeave={({ pointerType }) => {
          // A finger leaves when it is lifted: its choice stays.
          if (pointerType === "mouse") choose(null);
        }}
      >
        <svg viewBox={`0 0 ${steps} 100`} preserveAspectRatio="none" aria-hidden className={classes.area}>
          {paths.map((path, index) => (
            <path key={bands[index]?.version ?? ""} d={path} style={{ fill: toneOf(bands, index) }} />
          ))}
        </svg>
        <div className={classes.cursor} style={{ left: `${((step + 0.5) / steps) * 100}%` }} />
        <div className={classes.axis} aria-hidden>
          <span>{textOf(0)}</span>
          {steps > 1 && <span>{textOf(steps - 1)}</span>}
        </div>
      </div>
      <div className={classes.legend} aria-hidden>
        <b>{heading}</b>
        {rows.map(({ name, tone, share: part }) => (
          <div key={name} className={classes.entry}>
            <span className={classes.swatch} style={{ background: tone }} />
            <span className={classes.name}>{name}</span>
            <span>{part}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The newest hour or day has just begun, and has few requests. */
function initialStep(whole: readonly number[]): number {
  if ((whole.at(-2) ?? 0) > 0) return whole.length - 2;
  return whole.findLastIndex((count) => count > 0);
}

function toneOf(bands: readonly Band[], index: number): string {
  if (bands[index]?.version == null) return "var(--mantine-color-default-border)";
  const named = bands.filter(({ version }) => version !== null).length;
  const strength = ((index + 1) / named) * 100;
  return `color-mix(in srgb, var(--mantine-color-accent-filled) ${strength}%, var(--mantine-color-body))`;
}

function stepAt({ currentTarget, clientX }: PointerEvent, steps: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(Math.max(0, Math.floor(((clientX - left) / width) * steps)), steps - 1);
}
