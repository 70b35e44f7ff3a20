import { Alert, List, Stack, Text } from "@mantine/core";
import type { Since } from "drawbridge-rules/wire/problem.ts";
import { useFormats } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { DifferenceList } from "./difference-list.tsx";

/** Changes by others while the user was editing: author, time, reason and content. */
export function ChangesSince({ since, text }: { readonly since: Since | null; readonly text: string }) {
  const { review } = sharedTexts;
  const { instant } = useFormats();
  return (
    <Alert color="blue" title={review.meanwhile}>
      <Stack gap="xs">
        <Text size="sm">{text}</Text>
        {since && (
          <List size="sm">
            {since.commits.map(({ revision, actor, actor_name: name, at, reason }) => (
              <List.Item key={revision}>
                {review.meanwhileBy(name ?? actor, instant(at))}
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
