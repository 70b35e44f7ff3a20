import { Button } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ShowMoreProps<Item> {
  readonly items: readonly Item[];
  /** Number of items shown initially. */
  readonly first: number;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

/** The first items of a list, with a button for the rest. */
export function ShowMore<Item>({ items, first, keyOf, children }: ShowMoreProps<Item>) {
  const { actions } = sharedTexts;
  const [isAll, setIsAll] = useState(false);
  // A button for a single item would take as much room as the item.
  const isShort = items.length <= first + 1;
  return (
    <>
      {(isAll || isShort ? items : items.slice(0, first)).map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
      {!isShort && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsAll(!isAll)}>
          {isAll ? actions.fewer : actions.more(items.length - first)}
        </Button>
      )}
    </>
  );
}
