/** Text for people and JSON for programs. Escapes text from other sources: terminals obey control characters. */
import { styleText } from "node:util";
import type { AdminClient } from "drawbridge-client/admin";
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { setZoneTables } from "drawbridge-rules/values/time-zones.ts";
import { tablesOf } from "drawbridge-rules/values/zone-document.ts";
import type { Io } from "./io.ts";

export type Color = "green" | "red" | "yellow" | "dim" | "bold";

export const outputFormats = ["table", "json", "yaml", "name"] as const;
type OutputFormat = (typeof outputFormats)[number];

/** Ids of what an answer lists, otherwise of what it is about. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const lists: readonly unknown[] = Object.values(value).find(Array.isArray) ?? [];
  const listed = lists.flatMap(nameIn);
  return listed.length > 0 ? listed : nameIn(value);
}

function nameIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const members = value as Readonly<Record<string, unknown>>;
  const name = members.id ?? members.occurrence ?? members.name ?? members.project;
  return typeof name === "string" ? [printable(name)] : nameIn(name);
}

export class Output {
  readonly #format: OutputFormat;
  readonly #io: Io;
  /** JSON is YAML too, until `load`. */
  #toYaml: (value: unknown) => string = (value) => `${JSON.stringify(value)}\n`;

  constructor(io: Io, format: OutputFormat) {
    this.#io = io;
    this.#format = format;
  }

  /** Loads the library of a format: the start of a server, and most commands, do without it. */
  async load(): Promise<void> {
    if (this.#format !== "yaml") return;
    const { stringify } = await import("yaml");
    this.#toYaml = (value) => stringify(value, { lineWidth: 0 });
  }

  /** True for every format that programs read. */
  get isJson(): boolean {
    return this.#format !== "table";
  }

  /** `value` in the format for programs, or the lines for people. */
  answer(value: unknown, lines: () => readonly string[]): void {
    if (this.#format === "json") this.#io.out(`${JSON.stringify(value)}\n`);
    else if (this.#format === "yaml") this.#io.out(`---\n${this.#toYaml(value)}`);
    else if (this.#format === "name")
      this.#io.out(
        namesIn(value)
          .map((name) => `${name}\n`)
          .join(""),
      );
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

  readonly paint = (color: Color, text: string): string =>
    this.#io.color ? styleText(color, text, { validateStream: false }) : text;
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

/** A number stands at the right end of its column, with separators of thousands. */
export type Cell = string | number;
export type Columns<T> = readonly (readonly [title: string, cell: (row: T) => Cell])[];

/** A table, or nothing without rows. @param width of the terminal; null means none */
export function tableOf<T>(columns: Columns<T>, rows: readonly T[], width: number | null): string[] {
  if (rows.length === 0) return [];
  return table([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))], width);
}

/** The id of a resource, and its fields below. */
export function resourceLines(id: string, rows: readonly (readonly [name: string, value: string])[]): string[] {
  return [printable(id), ...table(rows, null).map((line) => `  ${line}`)];
}

/** Characters that a column keeps, however narrow the terminal is. */
const minWidth = 8;

/** Rows in columns as wide as their content; the widest wrap. @param columns width of the terminal; null means none */
export function table(rows: readonly (readonly Cell[])[], columns: number | null): string[] {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? numberText(cell) : printable(cell))));
  const numeric = (rows[0] ?? []).map((_, column) =>
    rows.some(({ [column]: cell }) => typeof cell === "number" || /^<?[\d.]+%$/.test(cell ?? "")),
  );
  const widths = (cells[0] ?? []).map((_, column) =>
    cells.reduce((widest, { [column]: cell = "" }) => Math.max(widest, cell.length), 0),
  );
  // A gap of two follows each column.
  const excess = () => widths.reduce((sum, width) => sum + width + 2, -2) - (columns ?? Number.POSITIVE_INFINITY);
  while (excess() > 0 && Math.max(...widths) > minWidth) {
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] = Math.max(minWidth, (widths[widest] ?? 0) - Math.max(1, Math.floor(excess() / 4)));
  }
  return cells.flatMap((row) => {
    const parts = row.map((cell, column) => cellLines(cell, widths[column] ?? 0));
    return Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, line) =>
      parts
        .map(({ [line]: text = "" }, column) =>
          numeric[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    );
  });
}

/** At spaces, and within words that are too long. */
function cellLines(cell: string, width: number): string[] {
  if (cell.length <= width) return [cell];
  return wrapped(cell, 0, width).flatMap((line) => line.match(new RegExp(`.{1,${width}}`, "gu")) ?? []);
}

/** `21,260` */
function numberText(number: number): string {
  return number.toLocaleString("en-US");
}

/** One text on lines that fit into the terminal, the later ones indented. @param columns null means no terminal, one line */
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

export function sentence(place: string, detail: string): string {
  if (place === "") return detail;
  return /^(applies|blocks|cannot|covers|differs|forces|has|is|leaves|must|requires) /.test(detail)
    ? `${place} ${detail}`
    : `${place}: ${detail}`;
}

/** `1 change`, `3 changes` */
export function counted(count: number, one: string): string {
  return `${numberText(count)} ${one}${count === 1 ? "" : "s"}`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** `2026-12-06 03:00:00 UTC`: to the second, for readers who wait for it. */
export function instantText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** Epoch ms as `2026-12-06 03:00:00 UTC`. */
export function epochText(at: number): string {
  return instantText(new Date(at).toISOString());
}

/** `2026-12-06 03:00 UTC`, for tables. */
export function minuteText(instant: string): string {
  return `${instant.slice(0, 16).replace("T", " ")} UTC`;
}

/** `1h30m`, as it can be typed, for PT1H30M. */
export function lengthText(duration: string): string {
  const length = parseDuration(duration);
  return length === null ? duration : printTypedDuration(length);
}

/** Takes the server's data of this machine's zone, which can be newer than this command's. */
export async function takeServerZones({ client, io }: { readonly client: AdminClient; readonly io: Io }): Promise<void> {
  setZoneTables(tablesOf(await client.getTimeZones({ zone: io.zone })));
}
