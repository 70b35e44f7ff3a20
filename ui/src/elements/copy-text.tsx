import { ActionIcon, Code, Group } from "@mantine/core";
import { useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import { Icon } from "./icon.tsx";

interface CopyTextProps {
  readonly text: string;
  /** Name of the text, for the button: `the key`. */
  readonly name: string;
  /** True if it is shown as a block of lines. */
  readonly isBlock?: boolean;
}

/** Text with a button that copies it. */
export function CopyText({ text, name, isBlock = false }: CopyTextProps) {
  const { actions } = sharedTexts;
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <Group gap="xs" wrap="nowrap" align={isBlock ? "flex-start" : "center"}>
      <Code block={isBlock} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {text}
      </Code>
      <ActionIcon variant="default" aria-label={`${actions.copy}: ${name}`} onClick={() => void copy()}>
        <Icon name={isCopied ? "check" : "copy"} />
      </ActionIcon>
      <span role="status" className="visually-hidden">
        {isCopied ? actions.copied : ""}
      </span>
    </Group>
  );
}
