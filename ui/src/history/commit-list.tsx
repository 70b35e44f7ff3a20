/** List of the loaded revisions; only the visible ones are in the page. */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import classes from "./history.module.css";

interface CommitListProps {
  readonly label: string;
  readonly commits: readonly Commit[];
  /** Older commits exist that have not been loaded. */
  readonly isCut: boolean;
  readonly children: (commit: Commit) => ReactNode;
}

/** Up to this number, all are in the page, so that the browser's search finds them. */
const fewEnough = 100;
/** Estimated height in pixels until a card is measured. */
const likelyHeight = 110;

export function CommitList({ label, commits, isCut, children }: CommitListProps) {
  const frame = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  const isShort = commits.length <= fewEnough;
  useLayoutEffect(() => setOffset((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({
    count: commits.length,
    estimateSize: () => likelyHeight,
    getItemKey: (index) => commits[index]?.revision ?? index,
    overscan: 8,
    scrollMargin: offset,
    enabled: !isShort,
  });
  const items = virtual.getVirtualItems();
  const shown = isShort ? commits.map((_, index) => index) : items.map(({ index }) => index);
  const above = isShort ? 0 : (items[0]?.start ?? offset) - offset;
  const below = isShort ? 0 : virtual.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <ul ref={frame} className={classes.list} aria-label={label}>
      {above > 0 && <li aria-hidden style={{ height: above }} />}
      {shown.map((index) => {
        const commit = commits[index] as Commit;
        return (
          <li
            key={commit.revision}
            className={classes.item}
            ref={isShort ? undefined : virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={isCut ? -1 : commits.length}
          >
            {children(commit)}
          </li>
        );
      })}
      {below > 0 && <li aria-hidden style={{ height: below }} />}
    </ul>
  );
}
