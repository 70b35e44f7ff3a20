import { useQueries, useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { isOpen } from "../../activity/approval.ts";
import { proposalListQuery, proposalQuery } from "../../activity/proposal-list.ts";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import type { LaneRow } from "./lane-row.ts";
import { laneKeysFor } from "./occurrence-bar.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";

export function useProposedOccurrences(project: string): readonly ListedOccurrence[] {
  const list = useQuery(proposalListQuery(project)).data?.proposals ?? [];
  const open = list.filter(
    (proposal) => isOpen(proposal) && proposal.edits.some(({ kind }) => kind === "window" || kind === "override"),
  );
  const details = useQueries({ queries: open.map(({ id }) => proposalQuery(project, id)) });
  return details.flatMap(({ data }) => data?.plan?.schedule ?? []);
}

/** Pixels in which a name can be read. */
const minNamed = 48;

interface ProposedWindowsProps {
  readonly proposed: readonly ListedOccurrence[];
  readonly rows: readonly LaneRow[];
  readonly shown: readonly { readonly index: number }[];
  readonly scale: TimeScale;
  readonly rowHeight: number;
}

/** Screen readers find them among the approvals. */
export function ProposedWindows({ proposed, rows, shown, scale, rowHeight }: ProposedWindowsProps) {
  if (proposed.length === 0) return null;
  return shown.flatMap(({ index }) => {
    const row = rows[index];
    if (!row || row.level > 0) return [];
    return proposed
      .filter((one) => laneKeysFor(one).includes(row.lane.key) && !isPublished(one, row))
      .map(({ occurrence, name, start, end }) => {
        const [from, until] = [timeToX(scale, Date.parse(start)), timeToX(scale, Date.parse(end))];
        const style = { left: from, width: Math.max(12, until - from), top: index * rowHeight, height: rowHeight };
        return (
          <div
            key={`${row.lane.key} ${occurrence}`}
            className={classes.proposed}
            style={style}
            data-proposed={occurrence}
            aria-hidden
          >
            {until - from > minNamed && texts.proposed(name)}
          </div>
        );
      });
  });
}

function isPublished({ occurrence, start, end }: ListedOccurrence, { items }: LaneRow): boolean {
  return items.some(({ bar }) => bar.name === occurrence && bar.start === Date.parse(start) && bar.end === Date.parse(end));
}
