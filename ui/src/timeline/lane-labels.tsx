/** Names of the lanes, left of the scroll area. Screen readers get the name from each row instead. */
import { memo } from "react";
import type { LaneRow } from "./lane-row.ts";
import classes from "./timeline.module.css";
import { timelineTexts as texts } from "./timeline-texts.ts";

interface LaneLabelsProps {
  readonly rows: readonly LaneRow[];
  /** Index of the first drawn row. */
  readonly first: number;
  readonly last: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly width: number;
  /** Height of the header that covers the top of the scroll area. */
  readonly headerHeight: number;
}

export const LaneLabels = memo(function LaneLabels({ rows, first, last, rowHeight, width, headerHeight }: LaneLabelsProps) {
  const shown = rows.slice(first, last + 1).flatMap((row, index) => {
    const isFirst = index === 0 || row.level === 0;
    return isFirst ? [{ ...row, at: first + index - row.level }] : [];
  });
  return (
    <div className={classes.labels} style={{ width, height: rows.length * rowHeight }} aria-hidden>
      {shown.map(({ lane, levels, at }) => (
        <div key={lane.key} className={classes.label} style={{ top: at * rowHeight, height: levels * rowHeight }}>
          <div className={classes.labelText} style={{ top: headerHeight, height: rowHeight }} title={`${lane.name} (${lane.id})`}>
            <span className={classes.labelName}>{lane.name}</span>
            <Kind row={lane} />
          </div>
        </div>
      ))}
    </div>
  );
});

function Kind({ row: { kind, id, name } }: { readonly row: LaneRow["lane"] }) {
  const text = kind === "instance" ? (id === name ? "" : id) : texts.laneKinds[kind];
  return text === "" ? null : <span className={classes.labelKind}>{text}</span>;
}
