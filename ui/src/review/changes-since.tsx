import { Alert, List, Stack, Text } from "@mantine/core";
import { describeDifferences } from "drawbridge-rules/describe/edit.ts";
import type { Since } from "drawbridge-rules/wire/problem.ts";
import { formatInstant } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { ReviewedChange } from "./review-run.ts";

const { review } = sharedTexts;

export function ChangesSince({ since, text }: { readonly since: Since | null; readonly text: string }) {
  const edits = since?.differences ? describeDifferences(since.differences, consoleReader()) : [];
  return (
    <Alert color="accent" title={review.meanwhile}>
      <Stack gap="xs">
        <Text>{text}</Text>
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
        {edits.map(({ text }) => (
          <Text key={text} fw={500} style={{ overflowWrap: "anywhere" }}>
            {text}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

/** @param reread reads the version that the change names */
export function lookAgain(reread: () => Promise<void>): NonNullable<ReviewedChange["onStale"]> {
  return async (since) => {
    await reread();
    return { kind: "again", notice: <ChangesSince since={since} text={review.lookAgain} /> };
  };
}
