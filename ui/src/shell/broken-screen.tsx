import { Button, Code, Text } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { Screen } from "../elements/screen.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";

/** A defect of the console, on one screen: the frame and everything that was typed are still there. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const { states } = sharedTexts;
  return (
    <Screen title={states.broken}>
      <Text data-broken-screen>{states.brokenMeaning}</Text>
      <Code block>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</Code>
      <Button onClick={() => location.reload()} style={{ alignSelf: "flex-start" }}>
        {states.reload}
      </Button>
    </Screen>
  );
}
