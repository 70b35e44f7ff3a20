import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { credentialTexts as texts } from "./credential-texts.ts";

interface ShownOnceProps {
  readonly title: string;
  readonly text: string;
  /** Named by the copy button. */
  readonly name: string;
  /** Default: only the last characters are stored. */
  readonly meaning?: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

export function ShownOnce({ title, text, name, meaning, onDone, children }: ShownOnceProps) {
  return (
    <Stack gap="md">
      <Alert color="caution" title={title} role="alert">
        <Text>{meaning ?? texts.onlyNow}</Text>
      </Alert>
      {/* Enter copies it, and never dismisses it. */}
      <CopyText text={text} name={name} hasFocus />
      {children}
      <Button variant="filled" onClick={onDone} style={{ alignSelf: "flex-end" }}>
        {texts.haveIt}
      </Button>
    </Stack>
  );
}
