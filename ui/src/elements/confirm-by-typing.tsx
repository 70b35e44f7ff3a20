import { Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ConfirmByTypingProps {
  /** Exact text that the user has to type. */
  readonly text: string;
  readonly button: string;
  readonly onConfirm: () => void;
}

/** Confirms an action that cannot be undone: users do not type a name by accident. */
export function ConfirmByTyping({ text, button, onConfirm }: ConfirmByTypingProps) {
  const { fields } = sharedTexts;
  const [typed, setTyped] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === text) onConfirm();
      }}
    >
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={fields.typeToConfirm(text)}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" color="red" disabled={typed !== text}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}
