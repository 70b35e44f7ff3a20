/** Text for people and JSON for programs. Escapes text from other sources: terminals obey control characters. */
import { styleText } from "node:util";
import type { Io } from "./io.ts";
import { instantText } from "./time-text.ts";

export type Color = "green" | "red" | "yellow" | "dim" | "bold";

export class Output {
  readonly isJson: boolean;
  readonly #io: Io;

  constructor(io: Io, isJson: boolean) {
    this.#io = io;
    this.isJson = isJson;
  }

  /** `value` as one line of JSON, or the lines for people. */
  answer(value: unknown, lines: () => readonly string[]): void {
    if (this.isJson) this.#io.out(`${JSON.stringify(value)}\n`);
    else this.lines(lines());
  }

  /** Width of the terminal; null without one. */
  get columns(): number | null {
    return this.#io.columns;
  }

  /** For people only. */
  lines(lines: readonly string[]): void {
    if (!this.isJson) this.#io.out(lines.map((line) => `${line}\n`).join(""));
  }

  /** As it is: a document. */
  document(text: string): void {
    this.#io.out(text.endsWith("\n") ? text : `${text}\n`);
  }

  paint(color: Color, text: string): string {
    return this.#io.color ? styleText(color, text, { validateStream: false }) : text;
  }
}

/** Without characters that move the cursor, colour the screen or turn the direction of writing. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A value as JSON, on one line. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "string" && printedInstant.test(value)) return instantText(value);
  return printable(JSON.stringify(value) ?? "none");
}

/** As the server prints instants; wall-clock times of windows have no offset. */
const printedInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

/**
 * Rows below a heading, in columns as wide as their content. Where these are wider than the terminal, each row is a block with a
 * line for each column.
 * @param columns width of the terminal; null: none
 */
export function table(heading: readonly string[], rows: readonly (readonly string[])[], columns: number | null): string[] {
  const lines = aligned([heading, ...rows]);
  if (columns === null || lines.every(({ length }) => length <= columns)) return lines;
  return rows.flatMap((row, index) => [...(index > 0 ? [""] : []), ...fieldLines(heading, row)]);
}

/** A line for each field: its name, then its value. */
export function fieldLines(names: readonly string[], values: readonly string[]): string[] {
  return aligned(names.map((name, index) => [name, values[index] ?? ""]));
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** One text on lines that fit into the terminal, the later ones indented. @param columns null: no terminal, one line */
export function wrapped(text: string, indent: number, columns: number | null): string[] {
  // A terminal that narrow would show a word on each line.
  if (columns === null || columns < 2 * indent) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = `${" ".repeat(indent)}${word}`;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Joins a place and its detail, as a sentence or with a colon. */
export function sentence(place: string, detail: string): string {
  if (place === "") return detail;
  return /^(applies|blocks|cannot|covers|differs|forces|has|is|leaves|must|requires) /.test(detail)
    ? `${place} ${detail}`
    : `${place}: ${detail}`;
}

/** `1 change`, `3 changes` */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
