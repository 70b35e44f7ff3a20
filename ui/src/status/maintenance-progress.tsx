import { Group, Text } from "@mantine/core";
import { formatDuration, formatInstant } from "drawbridge-rules/describe/times.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useNow } from "../elements/use-now.ts";
import { isOverdue } from "../maintenance/occurrence/occurrence-phase.ts";
import { ownZone } from "../texts/browser-locale.ts";
import classes from "./status.module.css";
import { statusTexts as texts } from "./status-texts.ts";

/** Elapsed and remaining time of active maintenance. */
export function MaintenanceProgress({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const now = useNow();
  const [start, end, planned] = [occurrence.start, occurrence.end, occurrence.planned_end].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ];
  const isLate = isOverdue(occurrence, now);
  const last = isLate ? planned : end;
  const elapsed = Math.min(1, Math.max(0, (now - start) / (last - start)));
  const over = [texts.over(minutes(now - planned))];
  if (occurrence.overrun === "hold") over.push(texts.announced(formatInstant(end, { zone: ownZone, now })));
  return (
    <div>
      <div className={classes.progress} data-late={isLate || undefined} aria-hidden>
        <div style={{ width: `${elapsed * 100}%` }} />
      </div>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text fz="xs" c="dimmed">
          {texts.elapsed(minutes(now - start), minutes(last - start))}
        </Text>
        <Text fz="xs" fw={500} aria-live="polite" {...(isLate ? { c: "var(--mantine-color-caution-light-color)" } : {})}>
          {isLate ? over.join(" · ") : texts.left(minutes(end - now))}
        </Text>
      </Group>
    </div>
  );
}

const DAY = 86_400_000;

/** Whole minutes, and whole hours from a day on: the minute of a week says nothing. */
function minutes(ms: number): string {
  const unit = Math.abs(ms) < DAY ? 60_000 : 3_600_000;
  return formatDuration(Math.max(0, Math.round(ms / unit) * unit));
}
