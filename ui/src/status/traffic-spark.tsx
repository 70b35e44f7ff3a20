import { Group, Text, VisuallyHidden } from "@mantine/core";
import type { PlatformOverview } from "drawbridge-rules/wire/overview.ts";
import { formatNumber, formatShare } from "../texts/formats.ts";
import type { Fact } from "./project-facts.ts";
import classes from "./status.module.css";
import { statusTexts as texts } from "./status-texts.ts";

const width = 24;
const height = 32;

interface TrafficSparkProps {
  readonly platform: PlatformOverview;
  /** A recent change locks its users out. */
  readonly isBurning: boolean;
  readonly hasRequests?: boolean;
}

function TrafficSpark({ platform, isBurning, hasRequests = false }: TrafficSparkProps) {
  const { name, present, hours, forced_hours: told } = platform;
  const { requests_24h: requests, forced_24h: forced } = present;
  const most = Math.max(1, ...hours);
  // The last hour has the present policy's share, the others the answers of then.
  const ofLast = requests === 0 ? 0 : forced / requests;
  const forcedHours = hours.map((count, hour) => (hour === hours.length - 1 ? count * ofLast : (told[hour] ?? 0)));
  return (
    <div className={classes.spark}>
      <Group gap={4} wrap="nowrap" mb={4}>
        <Text fz="xs" fw={500} truncate>
          {name}
        </Text>
        <Text fz="xs" fw={600} ml="auto" {...(isBurning ? { c: "var(--mantine-color-closed-light-color)" } : {})}>
          {formatShare(forced, requests)}
          <VisuallyHidden>{texts.share("")}</VisuallyHidden>
        </Text>
      </Group>
      <svg className={classes.bars} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden focusable={false}>
        <path className={classes.bar} d={barsOf(hours, most)} />
        <path className={classes.forced} data-burning={isBurning || undefined} d={barsOf(forcedHours, most)} />
        <title>{formatNumber(requests)}</title>
      </svg>
      {hasRequests && (
        <Text fz="xs" c="dimmed" mt={4}>
          {texts.requests(requests)}
        </Text>
      )}
    </div>
  );
}

/** One path draws all bars: a screen has many. */
function barsOf(counts: readonly number[], most: number): string {
  return counts.map((count, hour) => `M${hour + 0.1} ${height}v${-(count / most) * height}h0.8V${height}z`).join("");
}

interface TrafficSparksProps {
  readonly platforms: readonly PlatformOverview[];
  readonly facts: readonly Fact[];
  readonly max: number;
  readonly isWide?: boolean;
  readonly hasRequests?: boolean;
}

export function TrafficSparks({ platforms, facts, max, isWide = false, hasRequests = false }: TrafficSparksProps) {
  const shown = platforms.filter(({ present }) => present.requests_24h > 0).slice(0, max);
  if (shown.length === 0) return null;
  const burning = new Set(
    facts.flatMap((fact) => (fact.kind === "lockout" && fact.tone === "closed" ? fact.platform.platform : [])),
  );
  return (
    <div>
      <Text fz="xs" c="dimmed" mb="xs">
        {texts.traffic}
      </Text>
      <div className={classes.sparks} data-wide={isWide || undefined}>
        {shown.map((platform) => (
          <TrafficSpark
            key={platform.platform}
            platform={platform}
            isBurning={burning.has(platform.platform)}
            hasRequests={hasRequests}
          />
        ))}
      </div>
    </div>
  );
}
