import { type TimelineSearch, timelineRoute } from "./timeline-route.ts";

/** To the same screen with something of its address changed. What is scrolled or typed to is no step to go back by. */
export function useGo(): (search: TimelineSearch, isStep?: boolean) => void {
  const navigate = timelineRoute.useNavigate();
  return (search, isStep = true) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: !isStep, resetScroll: false });
}
