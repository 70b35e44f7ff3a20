import { type TimelineSearch, timelineRoute } from "./timeline-route.ts";

/** Changes the search parameters of the screen. Scrolling and typing add no entry to the browser history. */
export function useSetTimelineSearch(): (search: TimelineSearch, isStep?: boolean) => void {
  const navigate = timelineRoute.useNavigate();
  return (search, isStep = true) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: !isStep, resetScroll: false });
}
