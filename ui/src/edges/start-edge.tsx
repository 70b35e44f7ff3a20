import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Hint } from "../elements/cells.tsx";
import { CopyText } from "../elements/copy-text.tsx";
import { statusQuery } from "../session/session.ts";
import { edgeCommand, edgeOrigin } from "./edge-command.ts";
import { edgeTexts as texts } from "./edge-texts.ts";

/** @param token absent means a placeholder */
export function StartEdge({ token }: { readonly token?: string }) {
  const origin = edgeOrigin(useQuery(statusQuery).data?.listeners ?? [], location.origin);
  return (
    <Stack gap={4}>
      <CopyText text={edgeCommand(origin, token ?? texts.tokenHere)} name={texts.command} />
      <Hint>{texts.where}</Hint>
    </Stack>
  );
}
