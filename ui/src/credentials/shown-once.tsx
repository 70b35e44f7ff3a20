import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { useFocusOnShow } from "../elements/use-focus-on-show.ts";
import { useTexts } from "../texts/language.tsx";
import { credentialTexts } from "./credential-texts.ts";

export interface ShownOnceProps {
  readonly title: string;
  readonly text: string;
  /** What it is, for the button that copies. */
  readonly name: string;
  /** Instead of what is said of keys and tokens: that all but its last characters is kept nowhere. */
  readonly meaning?: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** A secret that the server tells this once: whoever goes on says that they have it. */
export function ShownOnce({ title, text, name, meaning, onDone, children }: ShownOnceProps) {
  const texts = useTexts(credentialTexts);
  // Not the button below: whoever presses Enter twice would have lost the secret.
  const first = useFocusOnShow<HTMLDivElement>();
  return (
    <Stack gap="md">
      <Alert ref={first} tabIndex={-1} color="yellow" title={title} role="alert">
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
