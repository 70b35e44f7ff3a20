import { Fieldset, Stack } from "@mantine/core";
import { appSnippetTexts as texts } from "./app-snippet-texts.ts";
import { AppSnippets } from "./app-snippets.tsx";
import { LastRequest } from "./last-request.tsx";

interface KeySnippetsProps {
  readonly project: string;
  readonly id: string;
  /** Text of the key; null: it is no longer known. */
  readonly apiKey: string | null;
}

/** Code for a key, and the app that asked with it last. */
export function KeySnippets({ project, id, apiKey }: KeySnippetsProps) {
  return (
    <Fieldset legend={texts.title}>
      <Stack gap="sm">
        <AppSnippets project={project} apiKey={apiKey} />
        <LastRequest project={project} id={id} />
      </Stack>
    </Fieldset>
  );
}
