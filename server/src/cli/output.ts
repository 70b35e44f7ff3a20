/** Text for people and JSON for programs. What comes from elsewhere is made harmless here: a terminal obeys control characters. */
import { styleText } from "node:util";
import type { Io } from "./io.ts";

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
  return printable(JSON.stringify(value) ?? "nothing");
}

/** Rows below a heading in columns that are as wide as they need to be. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [heading, ...rows].map((row) => row.map(printable));
  const widths = heading.map((_, column) => cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** What is said of a place, which some say as a sentence and some as a remark. */
export function sentence(place: string, detail: string): string {
  if (place === "") return detail;
  return /^(is|has|covers|forces|leaves|cannot) /.test(detail) ? `${place} ${detail}` : `${place}: ${detail}`;
}

/** `1 change`, `3 changes` */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
