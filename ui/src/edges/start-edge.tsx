import { Stack, Text } from "@mantine/core";
import { CopyText } from "../elements/copy-text.tsx";
import { useTexts } from "../texts/language.tsx";
import { edgeCommand, useEdgeOrigin } from "./edge-command.ts";
import { edgeTexts } from "./edge-texts.ts";

/** The command that starts an edge. @param token its text; unless given, something stands in its place */
export function StartEdge({ token }: { readonly token?: string }) {
  const texts = useTexts(edgeTexts);
  return (
    <Stack gap={4}>
      <CopyText text={edgeCommand(useEdgeOrigin(), token ?? texts.tokenHere)} name={texts.command} />
      <Text size="sm" c="dimmed">
        {texts.where}
      </Text>
    </Stack>
  );
}
