import { Button, Code } from "@mantine/core";
import { useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./copy-text.module.css";
import { Icon } from "./icon.tsx";
import { useFocusOnShow } from "./use-focus-on-show.ts";

interface CopyTextProps {
  readonly text: string;
  /** Name of the text, for the button: `the key`. */
  readonly name: string;
  /** True: Enter copies it as soon as it is shown. */
  readonly hasFocus?: boolean;
}

/** Text with a button that copies it. */
export function CopyText({ text, name, hasFocus = false }: CopyTextProps) {
  return (
    <div className={classes.frame}>
      <Code className={classes.text}>{text}</Code>
      {hasFocus ? <FocusedCopyButton text={text} name={name} /> : <CopyButton text={text} name={name} />}
    </div>
  );
}

function FocusedCopyButton(props: CopyTextProps) {
  const first = useFocusOnShow<HTMLDivElement>("button");
  return (
    <div ref={first}>
      <CopyButton {...props} />
    </div>
  );
}

export function CopyButton({ text, name }: CopyTextProps) {
  const { actions } = sharedTexts;
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <>
      <Button
        variant="default"
        style={{ flexShrink: 0 }}
        leftSection={<Icon name={isCopied ? "check" : "copy"} size={1} />}
        aria-label={`${isCopied ? actions.copied : actions.copy}: ${name}`}
        onClick={() => void copy()}
      >
        {isCopied ? actions.copied : actions.copy}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied ? actions.copied : ""}
      </span>
    </>
  );
}
