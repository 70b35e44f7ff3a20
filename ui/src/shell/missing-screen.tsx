import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Screen } from "../elements/screen.tsx";
import { useSharedTexts } from "../texts/language.tsx";

export function MissingScreen() {
  const { states } = useSharedTexts();
  return (
    <Screen title={states.notFound}>
      <Text>{states.notFoundMeaning}</Text>
      <Anchor component={Link} to="/">
        {states.toOverview}
      </Anchor>
    </Screen>
  );
}
