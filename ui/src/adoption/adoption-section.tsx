/** Adoption of a platform over time; renders nothing where the period has no requests. */
import { Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import { useMemo } from "react";
import { formatDate, formatInstant } from "../texts/formats.ts";
import { usePeriod } from "../version-policies/version-policies-route.ts";
import { stackedBands } from "./adoption-area.ts";
import { AdoptionChart } from "./adoption-chart.tsx";
import { adoptionQuery } from "./adoption-list.ts";
import { AdoptionTable } from "./adoption-table.tsx";
import { adoptionTexts as texts } from "./adoption-texts.ts";

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;

interface AdoptionSectionProps {
  readonly project: string;
  readonly platform: string;
}

export function AdoptionSection({ project, platform }: AdoptionSectionProps) {
  const [period] = usePeriod();
  const { data } = useQuery({ ...adoptionQuery(project, period), placeholderData: keepPreviousData });
  const { first, bands } = useMemo(() => {
    const found = data?.platforms.find((each) => each.platform === platform);
    return found ? stackedBands(found) : { first: 0, bands: [] };
  }, [data, platform]);
  const textOf = (step: number) => (data ? stepText(data, first + step) : "");
  const steps = bands[0]?.series.length ?? 0;
  if (steps === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {texts.title}
      </Title>
      <AdoptionChart platform={platform} bands={bands} steps={steps} textOf={textOf} />
      <AdoptionTable platform={platform} bands={bands} steps={steps} textOf={textOf} />
      <Text size="xs" c="dimmed">
        {texts.note}
      </Text>
    </Stack>
  );
}

/** Start of an hour in the browser's zone; of a day its date in UTC, since the server counts days by UTC. */
function stepText({ from, step: unit }: Adoption, step: number): string {
  const at = Date.parse(from) + step * stepMs[unit];
  return unit === "hour" ? formatInstant(at) : texts.utcDay(formatDate(at, "UTC"));
}
