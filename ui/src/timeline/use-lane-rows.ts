/** The lanes of a project as rows, from the loaded occurrences. */
import { useQuery } from "@tanstack/react-query";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { instanceListQuery } from "../instances/instance-list.ts";
import { windowListQuery } from "../maintenance-windows/window-list.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { useTransitionTime } from "./bar-state.ts";
import type { VisibleRange } from "./grid-position.ts";
import { leastWidth } from "./lane-row.ts";
import type { ReadSpan } from "./occurrence-list.ts";
import { declaredIn, emptyLayout, type Layout, SceneLayout } from "./scene-layout.ts";
import { skippedDates } from "./skipped-date.ts";
import { useTimeSliced } from "./time-slicing.ts";
import { useStableList } from "./use-stable-list.ts";

interface LaneRowsOptions {
  readonly project: string;
  readonly head: Project;
  readonly spans: readonly ReadSpan[];
  readonly drawn: VisibleRange;
  /** Pixels per millisecond. */
  readonly density: number;
  readonly query: string;
  readonly isBusyOnly: boolean;
}

const none: readonly never[] = [];

export function useLaneRows({ project, head, spans, drawn, density, query, isBusyOnly }: LaneRowsOptions): Layout {
  const instances = useQuery(instanceListQuery(project)).data ?? none;
  const policies = useQuery(policyListQuery(project)).data ?? none;
  const windows = useQuery(windowListQuery(project)).data ?? none;
  const wanted = useDeferredValue(query);
  const skipping = useMemo(() => windows.filter(({ except = [] }) => except.length > 0), [windows]);
  const skipped = useStableList(skippedDates(skipping, drawn.from, drawn.until));
  const declared = useMemo(() => {
    const platforms = policies.map(({ id }) => id);
    return declaredIn(project, head, platforms, instances);
  }, [project, head, policies, instances]);
  const [layout] = useState(() => new SceneLayout());
  const [bars, setBars] = useState(emptyLayout.bars);
  const now = useTransitionTime(bars);
  const begin = useCallback(
    () => layout.of({ spans, now, skipped, declared, query: wanted, isBusyOnly, least: leastWidth / density }),
    [layout, spans, now, skipped, declared, wanted, isBusyOnly, density],
  );
  const found = useTimeSliced(begin, emptyLayout);
  // The clock waits for the next boundary of the shown occurrences.
  if (bars !== found.bars) setBars(found.bars);
  return found;
}
