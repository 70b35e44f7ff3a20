import { Button, Code, Paper } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { sharedTexts } from "../texts/shared-texts.ts";
import { Icon } from "./icon.tsx";

interface CopyTextProps {
  readonly text: string;
  /** Named by the button: `the key`. */
  readonly name: string;
  /** Focused, it is copied by Enter. */
  readonly hasFocus?: boolean;
}

const frame = { display: "flex", flexWrap: "wrap", gap: "0.5rem", justifyContent: "flex-end" } as const;
const code = { flex: "1 1 16rem", minWidth: 0, overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

export function CopyText({ text, name, hasFocus = false }: CopyTextProps) {
  return (
    <Paper withBorder p="xs" bg="var(--console-ground)" style={frame}>
      <Code bg="none" p="xs" fz="sm" style={code}>
        {text}
      </Code>
      <CopyButton key={String(hasFocus)} text={text} name={name} hasFocus={hasFocus} />
    </Paper>
  );
}

export function CopyButton({ text, name, hasFocus = false }: CopyTextProps) {
  const { actions } = sharedTexts;
  const { copied: isCopied, copy } = useClipboard();
  return (
    <>
      <Button
        autoFocus={hasFocus}
        style={{ flexShrink: 0 }}
        leftSection={<Icon name={isCopied ? "check" : "copy"} size={1} />}
        aria-label={`${isCopied ? actions.copied : actions.copy}: ${name}`}
        onClick={() => copy(text)}
      >
        {isCopied ? actions.copied : actions.copy}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied ? actions.copied : ""}
      </span>
    </>
  );
}
