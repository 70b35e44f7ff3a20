import { Code, Paper, Text, VisuallyHidden } from "@mantine/core";
import type { Placeholder } from "drawbridge-rules/texts/message.ts";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { type Fault, findOpenPlaceholder, markedParts, type OpenPlaceholder, withPlaceholder } from "./text-marks.ts";

interface PlaceholderFieldProps {
  readonly id: string;
  readonly typing: Typing;
  readonly value: string;
  readonly faults: readonly Fault[];
  /** It has faults, or the server refuses it. */
  readonly isWrong: boolean;
  readonly language: string;
  readonly isReadOnly: boolean;
  /** Ids of the elements that describe it. */
  readonly describedBy: string;
}

/** Text field that suggests placeholders at an opened brace, and marks valid and invalid ones. */
export function PlaceholderField(props: PlaceholderFieldProps) {
  const { id, typing, value, faults, isWrong, language, isReadOnly, describedBy } = props;
  const list = useId();
  const { suggested, active } = typing;
  const isOpen = suggested.length > 0;
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
        aria-autocomplete={isReadOnly ? undefined : "list"}
        aria-haspopup={isReadOnly ? undefined : "listbox"}
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
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

export type Typing = ReturnType<typeof useTyping>;

export function useTyping(value: string, placeholders: readonly Placeholder[], onChange: (text: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [begun, setBegun] = useState<OpenPlaceholder | null>(null);
  const [active, setActive] = useState(0);
  useLayoutEffect(() => {
    if (caret.current !== null) area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const begin = (next: OpenPlaceholder | null) => {
    setBegun(next);
    setActive(0);
  };
  const put = (text: string, at: number) => {
    caret.current = at;
    area.current?.focus();
    onChange(text);
    begin(null);
  };
  const atCaret = () => area.current?.selectionStart ?? value.length;
  const { from, typed = "" } = begun ?? {};
  return {
    area,
    /** Null means no suggestions. */
    begun,
    /** Entries of `placeholders` that complete the typed part. */
    suggested: begun ? placeholders.filter((placeholder) => placeholder.startsWith(typed.toLowerCase())) : [],
    active,
    activate: setActive,
    typed: (text: string) => {
      onChange(text);
      begin(findOpenPlaceholder(text, atCaret()));
    },
    /** Called when the caret moves. */
    moved: () => {
      const end = from === undefined ? 0 : from + typed.length;
      if (begun && atCaret() !== end && atCaret() !== end + 1) begin(null);
    },
    close: () => begin(null),
    choose: (placeholder: Placeholder) => {
      const { text, caret: after } = withPlaceholder(value, from ?? atCaret(), atCaret(), placeholder);
      put(text, after);
    },
    /** Shows a part of the text. */
    select: (start: number, end: number) => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    },
    replace: (start: number, end: number, text: string) =>
      put(value.slice(0, start) + text + value.slice(end), start + text.length),
  };
}
