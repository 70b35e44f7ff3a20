import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Screen } from "../elements/screen.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";

export function MissingScreen() {
  const { states } = sharedTexts;
  return (
    <Screen title={states.notFound}>
      <Text>{states.notFoundMeaning}</Text>
      <Anchor component={Link} to="/">
        {states.toOverview}
      </Anchor>
    </Screen>
  );
}
