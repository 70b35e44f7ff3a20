import { Alert, Box, List, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Difference, Since } from "drawbridge-rules/wire/problem.ts";
import { ShowMore } from "../elements/show-more.tsx";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { pathWords, valueText } from "./path-words.ts";
import classes from "./review.module.css";
import type { ReviewedChange } from "./review-run.ts";

const { paths, review } = sharedTexts;

/** Differences by manifest path, the old value above the new one. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
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
  return (
    <del className={`${classes.value} ${classes.before}`} data-sign="−">
      <VisuallyHidden>{`${review.before}: `}</VisuallyHidden>
      {valueText(value)}
    </del>
  );
}

function After({ value }: { readonly value: unknown }) {
  return (
    <ins className={`${classes.value} ${classes.after}`} data-sign="+">
      <VisuallyHidden>{`${review.after}: `}</VisuallyHidden>
      {valueText(value)}
    </ins>
  );
}

/** Changes by others while the user was editing: author, time, reason and content. */
export function ChangesSince({ since, text }: { readonly since: Since | null; readonly text: string }) {
  return (
    <Alert color="blue" title={review.meanwhile}>
      <Stack gap="xs">
        <Text size="sm">{text}</Text>
        {since && (
          <List size="sm">
            {since.commits.map(({ revision, actor, actor_name: name, at, reason }) => (
              <List.Item key={revision}>
                {review.meanwhileBy(name ?? actor, formatInstant(at))}
                {reason === "" ? "" : `: ${reason}`}
              </List.Item>
            ))}
          </List>
        )}
        {since?.differences && <DifferenceList differences={since.differences} />}
      </Stack>
    </Alert>
  );
}

/**
 * Previews a change again after others changed what it is about, and shows what they did.
 * @param reread reads the version that the request names
 */
export function lookAgain(reread: () => Promise<void>): NonNullable<ReviewedChange["onStale"]> {
  return async (since) => {
    await reread();
    return { kind: "again", notice: <ChangesSince since={since} text={sharedTexts.review.lookAgain} /> };
  };
}
