/** The caret of a text with placeholders: suggestions at it, and its position after an insertion. */

import type { Placeholder } from "drawbridge-rules/texts/message.ts";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { findOpenPlaceholder, type OpenPlaceholder, withPlaceholder } from "./text-marks.ts";

export interface Typing {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Null: no suggestions. */
  readonly begun: OpenPlaceholder | null;
  /** Entries of `placeholders` that complete the typed part. */
  readonly suggested: readonly Placeholder[];
  readonly active: number;
  readonly activate: (index: number) => void;
  readonly typed: (text: string) => void;
  /** Called when the caret moves. */
  readonly moved: () => void;
  readonly close: () => void;
  /** Opens the suggestions at the caret, before any input. */
  readonly open: () => void;
  readonly choose: (placeholder: Placeholder) => void;
  /** Shows a part of the text. */
  readonly select: (from: number, to: number) => void;
  readonly replace: (from: number, to: number, text: string) => void;
}

export function useTyping(value: string, placeholders: readonly Placeholder[], onChange: (text: string) => void): Typing {
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
    begun,
    suggested: begun ? placeholders.filter((placeholder) => placeholder.startsWith(typed.toLowerCase())) : [],
    active,
    activate: setActive,
    typed: (text) => {
      onChange(text);
      begin(findOpenPlaceholder(text, atCaret()));
    },
    moved: () => {
      const end = from === undefined ? 0 : from + typed.length;
      if (begun && atCaret() !== end && atCaret() !== end + 1) begin(null);
    },
    close: () => begin(null),
    open: () => {
      area.current?.focus();
      begin({ from: atCaret(), typed: "" });
    },
    choose: (placeholder) => {
      const { text, caret: after } = withPlaceholder(value, from ?? atCaret(), atCaret(), placeholder);
      put(text, after);
    },
    select: (start, end) => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    },
    replace: (start, end, text) => put(value.slice(0, start) + text + value.slice(end), start + text.length),
  };
}
