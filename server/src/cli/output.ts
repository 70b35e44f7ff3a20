/** Text from other sources is escaped: terminals obey control characters. */
import { styleText } from "node:util";
import type { AdminClient } from "drawbridge-client/admin";
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { setZoneTables } from "drawbridge-rules/values/time-zones.ts";
import { tablesOf } from "drawbridge-rules/values/zone-document.ts";
import type { Io } from "./io.ts";

export type Color = "green" | "red" | "yellow" | "dim" | "bold";

export const outputFormats = ["table", "json", "yaml", "name"] as const;
type OutputFormat = (typeof outputFormats)[number];

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
  /** JSON is YAML too. */
  #toYaml: (value: unknown) => string = (value) => `${JSON.stringify(value)}\n`;

  constructor(io: Io, format: OutputFormat) {
    this.#io = io;
    this.#format = format;
  }

  /** Most commands do without this library. */
  async load(): Promise<void> {
    if (this.#format !== "yaml") return;
    const { stringify } = await import("yaml");
    this.#toYaml = (value) => stringify(value, { lineWidth: 0 });
  }

  /** True for every format that programs read. */
  get isJson(): boolean {
    return this.#format !== "table";
  }

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

  get columns(): number | null {
    return this.#io.columns;
  }

  lines(lines: readonly string[]): void {
    if (!this.isJson) this.#io.out(lines.map((line) => `${line}\n`).join(""));
  }

  document(text: string): void {
    this.#io.out(text.endsWith("\n") ? text : `${text}\n`);
  }

  readonly paint = (color: Color, text: string): string =>
    this.#io.color ? styleText(color, text, { validateStream: false }) : text;
}

/** Escapes what moves the cursor, colours the screen or turns the direction of writing. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "string" && printedInstant.test(value)) return instantText(value);
  return printable(JSON.stringify(value) ?? "none");
}

/** As the server prints instants; wall-clock times of windows have no offset. */
const printedInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

/** Numbers stand at the right end, with separators of thousands. */
export type Cell = string | number;
export type Columns<T> = readonly (readonly [title: string, cell: (row: T) => Cell])[];

export function tableOf<T>(columns: Columns<T>, rows: readonly T[], width: number | null): string[] {
  if (rows.length === 0) return [];
  return table([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))], width);
}

export function resourceLines(id: string, rows: readonly (readonly [name: string, value: string])[]): string[] {
  return [printable(id), ...table(rows, null).map((line) => `  ${line}`)];
}

const minWidth = 8;

/** @param columns null means no terminal */
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

function cellLines(cell: string, width: number): string[] {
  if (cell.length <= width) return [cell];
  return wrapped(cell, 0, width).flatMap((line) => line.match(new RegExp(`.{1,${width}}`, "gu")) ?? []);
}

function numberText(number: number): string {
  return number.toLocaleString("en-US");
}

/** @param indent of later lines @param columns null means no terminal */
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

export function counted(count: number, one: string): string {
  return `${numberText(count)} ${one}${count === 1 ? "" : "s"}`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** `2026-12-06 03:00:00 UTC`, for readers who wait for that second. */
export function instantText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** @param at epoch ms */
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

/** The server's data can be newer than this command's. */
export async function takeServerZones({ client, io }: { readonly client: AdminClient; readonly io: Io }): Promise<void> {
  setZoneTables(tablesOf(await client.getTimeZones({ zone: io.zone })));
}
