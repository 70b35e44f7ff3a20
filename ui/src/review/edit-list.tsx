import { Box, Text, VisuallyHidden } from "@mantine/core";
import type { DescribedEdit } from "drawbridge-rules/describe/sentence.ts";
import { ShowMore } from "../elements/show-more.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./review.module.css";

const { review } = sharedTexts;

/** A sentence for each edit; where it shortens a text, the whole one below, the old above the new. */
export function EditList({ edits }: { readonly edits: readonly DescribedEdit[] }) {
  return (
    <ShowMore items={edits.map((edit, index) => ({ edit, index }))} first={20} keyOf={({ index }) => String(index)}>
      {({ edit: { text, before, after } }) => (
        <Box className={classes.difference}>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {text}
          </Text>
          {before !== undefined && (
            <del className={`${classes.value} ${classes.before}`} data-sign="−">
              <VisuallyHidden>{`${review.before}: `}</VisuallyHidden>
              {before}
            </del>
          )}
          {after !== undefined && (
            <ins className={`${classes.value} ${classes.after}`} data-sign="+">
              <VisuallyHidden>{`${review.after}: `}</VisuallyHidden>
              {after}
            </ins>
          )}
        </Box>
      )}
    </ShowMore>
  );
}
