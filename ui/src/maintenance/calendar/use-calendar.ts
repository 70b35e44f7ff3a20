import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import { useNow } from "../../elements/use-now.ts";
import { type MaintenanceSearch, maintenanceRoute } from "../../routes.ts";
import { locale, ownZone } from "../../texts/formats.ts";
import {
  dateAfter,
  dateText,
  localeWeek,
  type MaintenanceView,
  type Period,
  type VisibleRange,
  visiblePeriod,
  type WeekForm,
  ZoneTime,
} from "./zone-time.ts";

export interface Calendar {
  readonly view: MaintenanceView;
  readonly time: ZoneTime;
  readonly week: WeekForm;
  readonly date: string;
  readonly period: Period;
  readonly range: VisibleRange;
  readonly goTo: (date: string | undefined) => void;
  readonly step: (by: 1 | -1) => void;
}

export function useCalendar(): Calendar {
  const search = maintenanceRoute.useSearch();
  const go = useSetMaintenanceSearch();
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const week = localeWeek(locale);
  const view = search.view ?? (isNarrow ? "list" : "week");
  const zone = search.zone ?? ownZone;
  const time = useMemo(() => new ZoneTime(zone), [zone]);
  const today = dateText(time.wall(useNow()));
  const date = search.at ?? today;
  const period = visiblePeriod(view, date, week);
  const { from, until } = period;
  const range = useMemo(
    () => ({ from: time.instant(Date.parse(from)), until: time.instant(Date.parse(until)) }),
    [time, from, until],
  );
  const goTo = (at: string | undefined) => go({ at });
  return { view, time, week, date, period, range, goTo, step: (by) => goTo(dateAfter(view, date, by)) };
}

export function useSetMaintenanceSearch(): (search: MaintenanceSearch, isStep?: boolean) => void {
  const navigate = maintenanceRoute.useNavigate();
  return useCallback(
    (search, isStep = true) =>
      void navigate({ search: (before) => ({ ...before, ...search }), replace: !isStep, resetScroll: false }),
    [navigate],
  );
}
