/**
 * The last copy that was good, on the disk: what an edge starts from when its origin is away. One line says what it is, then comes
 * a line for each row, and last the SHA-256 of all before it. It is written beside the old one and takes its place by its name, so
 * that a crash leaves one of the two.
 */
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Row } from "../store/store.ts";
import { asCommit, asCount, asFields, asMark, asRow, asText, type CopyLimits, copyLimits, parseJson } from "./copy-rows.ts";
import { EdgeRefusal } from "./edge-refusal.ts";
import { edgeFormat } from "./edge-scope.ts";
import { rowForm } from "./edge-text.ts";
import type { HeldState } from "./held-copy.ts";

export interface KeptCopy extends HeldState {
  /** Of the edge, told to its origin. */
  readonly edge: string;
  readonly origin: string;
  /** Epoch ms. */
  readonly savedAt: number;
  readonly rows: readonly Row[];
}

type Heading = Omit<KeptCopy, "rows">;

/** Characters that are written at once: other work comes between. */
const pieceSize = 512 * 1024;
const longestHeading = 256 * 1024;

export class CopyFile {
  readonly path: string;
  readonly #directory: string;
  readonly #limits: CopyLimits;
  #count = 0;

  constructor(directory: string, limits: CopyLimits = copyLimits) {
    this.#directory = directory;
    this.path = join(directory, "edge-copy");
    this.#limits = limits;
  }

  /** Makes the directory where it is missing, and takes away what a crash left half written. */
  prepare(): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.#directory)) {
      if (/^edge-copy\.\d+\.\d+\.part$/.test(name)) rmSync(join(this.#directory, name), { force: true });
    }
  }

  /** Null: there is none. @throws EdgeRefusal: it is empty, too large, damaged, or of a newer program */
  read(): KeptCopy | null {
    const text = this.#text();
    if (text === null) return null;
    refuseNewer(text);
    const end = text.lastIndexOf("\n", text.length - 2) + 1;
    const { sha256 } = asFields(
      parseJson(text.slice(end), "the last line of the copy on disk"),
      "the last line of the copy on disk",
    );
    if (!text.endsWith("\n") || sha256 !== createHash("sha256").update(text.slice(0, end)).digest("hex"))
      throw new EdgeRefusal("the copy on disk is damaged: its checksum is another one");
    const [first = "", ...lines] = text.slice(0, end - 1).split("\n");
    const { heading, count } = readHeading(first);
    if (lines.length !== count) throw new EdgeRefusal("the copy on disk is damaged: it has not all its rows");
    if (count > this.#limits.rows) throw new EdgeRefusal("the copy on disk is too large: it has too many rows");
    return { ...heading, rows: lines.map((line) => asRow(parseJson(line, "a row of the copy on disk"))) };
  }

  /** Resolves when it is on the disk for good; false: what is there is newer, of the same epoch. */
  async write({ rows, ...heading }: KeptCopy): Promise<boolean> {
    const part = `${this.path}.${process.pid}.${++this.#count}.part`;
    const file = await open(part, "w", 0o600);
    try {
      const sum = createHash("sha256");
      const put = async (text: string) => {
        sum.update(text);
        await file.appendFile(text);
      };
      let piece = `${JSON.stringify(headingForm(heading, rows.length))}\n`;
      for (const row of rows) {
        if (piece.length > pieceSize) {
          await put(piece);
          piece = "";
        }
        piece += `${JSON.stringify(rowForm(row))}\n`;
      }
      await put(piece);
      await file.appendFile(`${JSON.stringify({ sha256: sum.digest("hex") })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    if (this.#isOlder(heading)) {
      rmSync(part, { force: true });
      return false;
    }
    await rename(part, this.path);
    await this.#syncDirectory();
    return true;
  }

  /** @throws EdgeRefusal: whatever is wrong with the disk, an edge starts */
  #text(): string | null {
    try {
      const { size } = statSync(this.path);
      if (size === 0) throw new EdgeRefusal("the copy on disk is empty");
      if (size > this.#limits.size) throw new EdgeRefusal(`the copy on disk is too large: ${size} bytes`);
      return readFileSync(this.path, "utf8");
    } catch (error) {
      if (error instanceof EdgeRefusal) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return null;
      throw new EdgeRefusal(`the copy on disk cannot be read (${code ?? "no reason given"})`, error);
    }
  }

  /** Of the same epoch: what another process has put there counts too. */
  #isOlder({ head }: Heading): boolean {
    let file: number | null = null;
    try {
      file = openSync(this.path, "r");
      const start = Buffer.alloc(longestHeading);
      const text = start.subarray(0, readSync(file, start, 0, longestHeading, 0)).toString("utf8");
      const { heading } = readHeading(text.slice(0, text.indexOf("\n")));
      return heading.head.epoch === head.epoch && heading.head.revision > head.revision && this.#isWhole();
    } catch {
      return false;
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  #isWhole(): boolean {
    return this.read() !== null;
  }

  async #syncDirectory(): Promise<void> {
    // Windows opens no directory, and keeps names by itself.
    if (process.platform === "win32") return;
    const directory = await open(this.#directory, "r");
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }
}

function headingForm({ edge, origin, head, commit, scope, projects, savedAt }: Heading, rows: number): object {
  const { epoch, revision } = head;
  return {
    format: edgeFormat,
    edge,
    origin,
    epoch,
    revision,
    commit,
    scope,
    projects,
    saved_at: new Date(savedAt).toISOString(),
    rows,
  };
}

/** First of all: what else a newer program has changed in it, this one cannot know. @throws EdgeRefusal */
function refuseNewer(text: string): void {
  const format = /^\{"format":(\d{1,9}),/.exec(text.slice(0, 40))?.[1];
  if (Number(format ?? 0) > edgeFormat)
    throw new EdgeRefusal(`the copy on disk is newer than this program: it has the format ${format}`);
}

function readHeading(line: string): { readonly heading: Heading; readonly count: number } {
  const fields = asFields(parseJson(line, "the first line of the copy on disk"), "the first line of the copy on disk");
  const head = { epoch: asMark(fields.epoch, "its epoch"), revision: asCount(fields.revision, "its revision") };
  const savedAt = Date.parse(asText(fields.saved_at, "its time", 40));
  return {
    heading: {
      edge: asText(fields.edge, "its edge", 40),
      origin: asText(fields.origin, "its origin", 2_000),
      head,
      commit: asCommit(fields.commit),
      scope: asMark(fields.scope, "its scope"),
      projects: asProjects(fields.projects),
      savedAt: Number.isNaN(savedAt) ? 0 : savedAt,
    },
    count: asCount(fields.rows, "its number of rows"),
  };
}

/** @throws EdgeRefusal */
export function asProjects(value: unknown): readonly string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length > 10_000) throw new EdgeRefusal("the projects of a copy are no list");
  return value.map((project) => asText(project, "a project"));
}
