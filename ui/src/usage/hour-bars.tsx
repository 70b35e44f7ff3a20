import { formatInstant, formatNumber } from "../texts/formats.ts";
import classes from "./usage.module.css";
import { usageTexts as texts } from "./usage-texts.ts";

interface HourBarsProps {
  /** Start of the first hour. */
  readonly from: string;
  readonly hours: readonly number[];
  readonly isRefused?: boolean;
}

const HOUR = 3_600_000;

/** A bar for each hour, relative to the highest, and the same in words for screen readers. */
export function HourBars({ from, hours, isRefused = false }: HourBarsProps) {
  const most = Math.max(1, ...hours);
  const named = hours.map((count, index) => ({ count, at: formatInstant(Date.parse(from) + index * HOUR) }));
  const told = named.filter(({ count }) => count > 0);
  return (
    <>
      <div className={classes.bars} data-refused={isRefused || undefined} aria-hidden>
        {named.map(({ count, at }) => (
          <div key={at} className={classes.bar} title={texts.hour(at, formatNumber(count))}>
            <div style={{ height: `${(count / most) * 100}%` }} data-none={count === 0 || undefined} />
          </div>
        ))}
      </div>
      <details className={classes.details}>
        <summary>{texts.byHour}</summary>
        <ul>
          {told.map(({ count, at }) => (
            <li key={at}>{texts.hour(at, formatNumber(count))}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
