import { Button, Stack, Text } from "@mantine/core";
import { Icon } from "../elements/icon.tsx";
import { Meanwhile } from "../review/meanwhile.tsx";
import { useSayOutcome } from "../review/say-outcome.ts";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { historyTexts } from "./history-texts.ts";

export interface RollbackButtonProps {
  readonly project: string;
  readonly revision: number;
}

/** Back to how it was right after a revision, as a new one. */
export function RollbackButton(props: RollbackButtonProps) {
  const texts = useTexts(historyTexts);
  return (
    <MayEdit
      project={props.project}
      otherwise={
        <Text size="sm" c="dimmed">
          {texts.rollbackRole}
        </Text>
      }
    >
      <Back {...props} />
    </MayEdit>
  );
}

function Back({ project, revision }: RollbackButtonProps) {
  const texts = useTexts(historyTexts);
  const { review: reviewTexts } = useSharedTexts();
  const review = useReview();
  const sayOutcome = useSayOutcome();
  const back = async () => {
    const title = texts.rollbackTitle(revision);
    const outcome = await review({
      project,
      title,
      request: (options) => admin.rollback(project, revision, options),
      onStale: async (since) => ({ kind: "again", notice: <Meanwhile since={since} text={reviewTexts.lookAgain} /> }),
    });
    sayOutcome(title, outcome);
  };
  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant="default"
        leftSection={<Icon name="history" size={1} />}
        onClick={() => void back()}
        h="auto"
        py={6}
        styles={wrapped}
      >
        {texts.rollback}
      </Button>
      <Text size="xs" c="dimmed">
        {texts.rollbackHint}
      </Text>
    </Stack>
  );
}

/** On a phone it takes two lines. */
const wrapped = { label: { whiteSpace: "normal", textAlign: "start" } } as const;
