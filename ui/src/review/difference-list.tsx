import { Box, Text, VisuallyHidden } from "@mantine/core";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { ShowMore } from "../elements/show-more.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { pathWords } from "./path-words.ts";
import classes from "./review.module.css";
import { valueText } from "./value-text.ts";

/** Differences by manifest path, the old value above the new one. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  const { paths } = sharedTexts;
  return (
    <ShowMore items={differences} first={20} keyOf={({ path }) => path}>
      {(difference) => (
        <Box className={classes.difference}>
          <Text size="sm" fw={600} title={difference.path}>
            {pathWords(difference.path, paths)}
          </Text>
          {difference.before !== undefined && <Before value={difference.before} />}
          {difference.after !== undefined && <After value={difference.after} />}
        </Box>
      )}
    </ShowMore>
  );
}

function Before({ value }: { readonly value: unknown }) {
  const { review } = sharedTexts;
  return (
    <del className={`${classes.value} ${classes.before}`} data-sign="−">
      <VisuallyHidden>{`${review.before}: `}</VisuallyHidden>
      {valueText(value)}
    </del>
  );
}

function After({ value }: { readonly value: unknown }) {
  const { review } = sharedTexts;
  return (
    <ins className={`${classes.value} ${classes.after}`} data-sign="+">
      <VisuallyHidden>{`${review.after}: `}</VisuallyHidden>
      {valueText(value)}
    </ins>
  );
}
