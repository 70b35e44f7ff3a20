import { Button } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { formatNumber } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ShowMoreProps<Item> {
  readonly items: readonly Item[];
  readonly first: number;
  /** Items that `onMore` adds. */
  readonly more?: number;
  readonly onMore?: (count: number) => void;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

/** Thousands of new items at a time would stop the page. */
const step = 100;

export function ShowMore<Item>({ items, first, more = 0, onMore, keyOf, children }: ShowMoreProps<Item>) {
  const { actions } = sharedTexts;
  const [count, setCount] = useState(first);
  const all = items.length + more;
  const rest = all - count;
  const show = (shown: number) => {
    setCount(shown);
    onMore?.(shown);
  };
  // The button would take as much room as the item.
  const isShort = all <= first + 1;
  return (
    <>
      {(isShort ? items : items.slice(0, count)).map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
      {!isShort && (
        <Button variant="subtle" size="compact-sm" onClick={() => show(rest > 0 ? count + step : first)}>
          {rest <= 0 ? actions.fewer : rest <= step ? actions.more(rest) : actions.moreOf(step, formatNumber(rest))}
        </Button>
      )}
    </>
  );
}
