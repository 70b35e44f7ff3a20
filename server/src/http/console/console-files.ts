/**
 * The built console, held in memory: a request names a file that is in a list, so no path of a request ever reaches the disk.
 * It is read again when it was built again.
 */
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import type { Coding } from "../accept-header.ts";

export interface ConsoleFile {
  readonly type: string;
  readonly contents: Readonly<Partial<Record<Coding, Buffer>>> & { readonly identity: Buffer };
  /** Hash of the uncompressed bytes, without quotes. */
  readonly hash: string;
  /** Its name changes with its content. */
  readonly isImmutable: boolean;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
};

export class ConsoleFiles {
  readonly #directory: string;
  #built = Number.NaN;
  #files: ReadonlyMap<string, ConsoleFile> = new Map();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @param name below /console/, as it was sent: `assets/main-1f2e3d4c.js` */
  find(name: string): ConsoleFile | null {
    this.#refresh();
    return this.#files.get(name) ?? null;
  }

  #refresh(): void {
    const built = statSync(join(this.#directory, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
    if (Object.is(built, this.#built)) return;
    try {
      this.#files = Number.isNaN(built) ? new Map() : readFiles(this.#directory);
      this.#built = built;
    } catch {
      // A build is being replaced: the old files are served once more.
    }
  }
}

function readFiles(directory: string): Map<string, ConsoleFile> {
  const found = new Map<string, ConsoleFile>();
  // Symbolic links are not served, wherever they point.
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(directory.length + 1).replaceAll(sep, "/");
    // Pages that the server has at /docs/.
    if (name.startsWith("docs/")) continue;
    found.set(name, readOne(path, type, name.startsWith("assets/")));
  }
  return found;
}

function readOne(path: string, type: string, isImmutable: boolean): ConsoleFile {
  const identity = readFileSync(path);
  const contents = { identity, ...coded("br", `${path}.br`), ...coded("gzip", `${path}.gz`) };
  return { type, contents, hash: hash("sha256", identity, "base64url").slice(0, 22), isImmutable };
}

function coded(coding: Coding, path: string): Partial<Record<Coding, Buffer>> {
  return existsSync(path) ? { [coding]: readFileSync(path) } : {};
}
