/** Versions of a platform over time. A single version is a sentence: its chart would be one rectangle. */
import { SegmentedControl, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import { useMemo } from "react";
import { formatDate, formatInstant } from "../texts/formats.ts";
import { usePeriod } from "../version-policies/version-policies-route.ts";
import { stackedBands } from "./adoption-area.ts";
import { AdoptionChart } from "./adoption-chart.tsx";
import { adoptionQuery, type Period, periods } from "./adoption-list.ts";
import { adoptionTexts as texts } from "./adoption-texts.ts";

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;

interface AdoptionSectionProps {
  readonly project: string;
  readonly platform: string;
  /** Display name. */
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
      {data && steps === 0 && <Text size="sm">{texts.noneInPeriod}</Text>}
      {only && <Text size="sm">{texts.only(only.version ?? texts.others, only.requests)}</Text>}
      {steps > 0 && !only && <AdoptionChart platform={name} bands={bands} steps={steps} textOf={textOf} />}
    </Stack>
  );
}

/** Start of an hour in the browser's zone; of a day its date in UTC, since the server counts days by UTC. */
function stepText({ from, interval: unit }: Adoption, step: number): string {
  const at = Date.parse(from) + step * stepMs[unit];
  return unit === "hour" ? formatInstant(at) : texts.utcDay(formatDate(at, "UTC"));
}
