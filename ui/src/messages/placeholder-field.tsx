import { Code, Paper, Text, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useId } from "react";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { type Fault, markedParts } from "./text-marks.ts";
import type { Typing } from "./use-typing.ts";

interface PlaceholderFieldProps {
  readonly id: string;
  readonly typing: Typing;
  readonly value: string;
  readonly faults: readonly Fault[];
  readonly language: string;
  readonly isReadOnly: boolean;
  /** Ids of the elements that describe it. */
  readonly describedBy: string;
  readonly onFocus: () => void;
}

/** Text field that suggests placeholders at an opened brace, and marks valid and invalid ones. */
export function PlaceholderField({
  id,
  typing,
  value,
  faults,
  language,
  isReadOnly,
  describedBy,
  onFocus,
}: PlaceholderFieldProps) {
  const list = useId();
  const { suggested, active } = typing;
  const isOpen = suggested.length > 0;
  const aria = {
    ...(isReadOnly ? {} : ({ "aria-autocomplete": "list", "aria-haspopup": "listbox" } as const)),
    "aria-controls": isOpen ? list : undefined,
    "aria-activedescendant": isOpen ? `${list}-${active}` : undefined,
    "aria-invalid": faults.length > 0,
    "aria-describedby": describedBy,
  };
  return (
    <div className={classes.field}>
      <div className={classes.marks} aria-hidden dir="auto">
        {markedParts(value, faults).map(({ from, text, mark }) => (
          <span key={from} data-mark={mark ?? undefined}>
            {text}
          </span>
        ))}
      </div>
      <textarea
        id={id}
        ref={typing.area}
        className={classes.area}
        lang={language}
        dir="auto"
        readOnly={isReadOnly}
        value={value}
        {...aria}
        onFocus={onFocus}
        onBlur={typing.close}
        onSelect={typing.moved}
        onKeyDown={(event) => isOpen && onKey(event, typing)}
        onChange={({ currentTarget }) => typing.typed(currentTarget.value)}
      />
      {isOpen && <Suggestions id={list} typing={typing} />}
    </div>
  );
}

const roles = { list: "listbox", option: "option" } as const;

function Suggestions({ id, typing }: { readonly id: string; readonly typing: Typing }) {
  const { suggested, active, choose, activate } = typing;
  return (
    <>
      <VisuallyHidden role="status">{texts.suggestions(suggested.length)}</VisuallyHidden>
      <Paper
        id={id}
        role={roles.list}
        aria-label={texts.placeholders}
        className={classes.suggestions}
        withBorder
        shadow="md"
        p={4}
      >
        {suggested.map((placeholder, index) => (
          <Text
            key={placeholder}
            id={`${id}-${index}`}
            role={roles.option}
            aria-selected={index === active}
            component="div"
            size="sm"
            className={classes.suggestion}
            onPointerMove={() => activate(index)}
            onPointerDown={(event) => {
              // The field keeps the focus, and its caret.
              event.preventDefault();
              choose(placeholder);
            }}
          >
            <Code>{`{${placeholder}}`}</Code> {texts.placeholder[placeholder]}
          </Text>
        ))}
      </Paper>
    </>
  );
}

function onKey(event: KeyboardEvent, { suggested, active, activate, choose, close }: Typing): void {
  if (event.nativeEvent.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: suggested.length - 1 }[event.key];
  const chosen = suggested[active];
  if (step !== undefined) activate((active + step) % suggested.length);
  else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) choose(chosen);
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
