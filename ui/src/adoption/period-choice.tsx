import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { usePeriod } from "../version-policies/version-policies-route.ts";
import { adoptionQuery, type Period, periods } from "./adoption-list.ts";
import { adoptionTexts as texts } from "./adoption-texts.ts";

/** The period of all charts of the screen; it is in the address. Renders nothing on a project without requests. */
export function PeriodChoice({ project }: { readonly project: string }) {
  const [period, choose] = usePeriod();
  const { data } = useQuery(adoptionQuery(project, period));
  const hasRequests = data?.platforms.some(({ total }) => total.requests > 0) ?? false;
  if (!hasRequests && period === periods[0]) return null;
  return (
    <SegmentedControl
      aria-label={texts.period}
      miw={{ base: "100%", sm: "40rem" }}
      value={period}
      onChange={(chosen) => choose(chosen as Period)}
      data={periods.map((value) => ({ value, label: texts.periods[value] }))}
    />
  );
}
