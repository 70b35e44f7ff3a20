import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

export interface TreeFile {
  readonly content: Buffer;
  readonly mode: number;
}

/** By paths with slashes. */
export type FileTree = Map<string, TreeFile>;

export function plainFile(content: Buffer | string): TreeFile {
  return { content: Buffer.from(content), mode: 0o644 };
}

export function executableFile(content: Buffer | string): TreeFile {
  return { content: Buffer.from(content), mode: 0o755 };
}

export function treeOf(root: string, path: string, isWanted: (path: string) => boolean = () => true): FileTree {
  const entries = readdirSync(join(root, dirname(path)), { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && join(entry.parentPath, entry.name) === join(root, path)))
    return new Map([[path, plainFile(readFileSync(join(root, path)))]]);
  const files = readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() || entry.isSymbolicLink(),
  );
  const paths = files.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .split(sep)
      .join("/"),
  );
  return new Map(paths.filter(isWanted).map((name) => [name, plainFile(readFileSync(join(root, name)))]));
}

export function below(folder: string, tree: FileTree): FileTree {
  return new Map([...tree].map(([path, file]) => [`${folder}/${path}`, file]));
}

export function writeTree(directory: string, tree: FileTree): void {
  for (const [path, { content, mode }] of tree) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content, { mode });
  }
}

/** Returns the same bytes for the same files: sorted, owned by user 0, with one timestamp. @param seconds epoch */
export async function tarball(tree: FileTree, seconds: number, level = 9): Promise<Buffer> {
  const archive = pack();
  const bytes = buffer(archive);
  const mtime = new Date(seconds * 1000);
  for (const [name, { content, mode }] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1)))
    archive.entry({ name, mode, mtime, uid: 0, gid: 0 }, content);
  archive.finalize();
  return gzipSync(await bytes, { level });
}
