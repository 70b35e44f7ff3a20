import { useMediaQuery } from "@mantine/hooks";
import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import { useCallback, useState } from "react";
import { useNow } from "../../elements/use-now.ts";
import { locale, ownZone } from "../../texts/browser-locale.ts";
import { type MaintenanceSearch, type MaintenanceView, maintenanceRoute } from "../maintenance-route.ts";
import { dateAfter, localeWeek, type Period, visiblePeriod, type WeekForm } from "./period.ts";

export interface Calendar {
  readonly view: MaintenanceView;
  /** IANA: defines the days. */
  readonly zone: string;
  readonly week: WeekForm;
  readonly date: string;
  readonly period: Period;
  /** Changes with each navigation, also to the same date. */
  readonly target: string;
  /** Updates the address after scrolling; returns its new target. */
  readonly follow: (date: string) => string;
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
  const today = instantToWall(useNow(), zone).slice(0, 10);
  const date = search.at ?? today;
  const period = visiblePeriod(view, date, week);
  const [jumps, setJumps] = useState(0);
  const targetOf = (at: string | undefined) => `${view} ${at ?? ""} ${zone} ${jumps}`;
  const goTo = (at: string | undefined) => {
    setJumps(jumps + 1);
    go({ at });
  };
  return {
    view,
    zone,
    week,
    date,
    period,
    target: targetOf(search.at),
    follow: (at) => {
      if (period.from <= at && at < period.until) return targetOf(search.at);
      go({ at }, false);
      return targetOf(at);
    },
    goTo,
    step: (by) => goTo(dateAfter(view, date, by)),
  };
}

export function useSetMaintenanceSearch(): (search: MaintenanceSearch, isStep?: boolean) => void {
  const navigate = maintenanceRoute.useNavigate();
  return useCallback(
    (search, isStep = true) =>
      void navigate({ search: (before) => ({ ...before, ...search }), replace: !isStep, resetScroll: false }),
    [navigate],
  );
}
