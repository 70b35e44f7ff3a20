import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { useFocusOnShow } from "../elements/use-focus-on-show.ts";
import { credentialTexts as texts } from "./credential-texts.ts";

interface ShownOnceProps {
  readonly title: string;
  readonly text: string;
  /** Label of the secret, for the copy button. */
  readonly name: string;
  /** Replaces the default warning that only the last characters are stored. */
  readonly meaning?: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** Secret that the server returns only once. The user confirms having saved it before continuing. */
export function ShownOnce({ title, text, name, meaning, onDone, children }: ShownOnceProps) {
  // Focus the alert, not the button below: pressing Enter twice would dismiss the secret.
  const first = useFocusOnShow<HTMLDivElement>();
  return (
    <Stack gap="md">
      <Alert ref={first} tabIndex={-1} color="caution" title={title} role="alert">
        <Text size="sm">{meaning ?? texts.onlyNow}</Text>
      </Alert>
      <CopyText text={text} name={name} />
      {children}
      <Button onClick={onDone} style={{ alignSelf: "flex-end" }}>
        {texts.haveIt}
      </Button>
    </Stack>
  );
}
