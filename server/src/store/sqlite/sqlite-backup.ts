/** SQLite's backup API copies some pages at a time in another thread, with commits of the same, only connection. */
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import type { StoreBackup } from "../backup.ts";
import { storeClosed } from "../commit-rules.ts";
import { freeBytes } from "../disk-space.ts";
import { checkFile, checkFileInThread } from "./sqlite-check.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { explain, resultCode } from "./sqlite-error.ts";
import { connect, databaseFile } from "./sqlite-file.ts";
import { backupFile, dropDatabase, dropLeftovers } from "./sqlite-leftovers.ts";
import { lock } from "./sqlite-lock.ts";
import { renewEpoch } from "./sqlite-migrate.ts";

/** Pages of 4 KiB: about 0.5 ms, the longest wait of a statement. */
const pagesPerStep = 100;
/** Pages between syncs, as the last step syncs while it blocks the database. */
const pagesPerSync = 4_000;
const maxAttempts = 20;
const storeAdvice = "No backup was made. Stop Drawbridge, keep a copy of the whole directory, and restore the last good backup.";

export class SqliteBackup {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #connection: SqliteConnection;
  #isThere = false;
  #isEnding = false;
  #copying: Promise<unknown> = Promise.resolve();

  constructor(db: DatabaseSync, file: string, connection: SqliteConnection) {
    this.#db = db;
    this.#file = file;
    this.#connection = connection;
  }

  /** @throws conflict (there is one), unavailable */
  async make(): Promise<StoreBackup> {
    if (this.#isEnding) throw storeClosed();
    if (this.#isThere) throw new DrawbridgeError("conflict", "Another backup is in progress: try again when it has finished.");
    this.#isThere = true;
    try {
      return await this.#make();
    } catch (error) {
      dropDatabase(backupFile(this.#file));
      this.#isThere = false;
      throw explain(error, this.#file);
    }
  }

  /** A finished copy can be read to its end. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#copying;
  }

  async #make(): Promise<StoreBackup> {
    const target = backupFile(this.#file);
    dropDatabase(target);
    await this.#refuseWithoutRoom();
    if (this.#isEnding) throw storeClosed();
    const copied = this.#connection.copy(() => copyOnline(this.#db, target, () => this.#isEnding));
    this.#copying = copied.catch(() => undefined);
    await copied;
    const content = await checkFileInThread(target, { name: `The database ${this.#file}`, advice: storeAdvice });
    const handle = await open(target, "r");
    // Without a name, the file disappears with its last reader, however this process ends.
    rmSync(target);
    const { size: bytes } = await handle.stat();
    let isOpen = true;
    return {
      content,
      bytes,
      async read(position, most) {
        if (!isOpen) throw storeClosed();
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(most), 0, most, position);
        return buffer.subarray(0, bytesRead);
      },
      close: async () => {
        if (!isOpen) return;
        isOpen = false;
        await handle.close();
        this.#isThere = false;
      },
    };
  }

  /** The copy is made beside the database: only this process can read a store in use. */
  async #refuseWithoutRoom(): Promise<void> {
    const { bytes } = {
      ...this.#db.prepare("select page_count * page_size as bytes from pragma_page_count, pragma_page_size").get(),
    };
    const free = await freeBytes(dirname(this.#file));
    if (free === null || free >= Number(bytes)) return;
    throw new NotTransient(
      `A backup temporarily needs ${megabytes(Number(bytes))} beside the database ${this.#file}, and ${megabytes(free)} are free. ` +
        "Free some space, or stop the server and run backup --local, which writes to another disk directly.",
    );
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Private, with an epoch of its own. The file must not exist. @throws an SQLite or system error; unavailable: it was canceled */
async function copyOnline(db: DatabaseSync, target: string, isToEnd: () => boolean = () => false): Promise<void> {
  closeSync(openSync(target, "wx", 0o600));
  const handle = await open(target, "r+");
  try {
    await copyPages(db, target, handle, isToEnd);
    await handle.close();
    renewEpoch(target);
  } finally {
    // Has no effect the second time.
    await handle.close();
  }
}

async function copyPages(db: DatabaseSync, target: string, handle: FileHandle, isToEnd: () => boolean): Promise<void> {
  let synced = 0;
  let syncing: Promise<unknown> | null = null;
  const progress = ({ totalPages, remainingPages }: { readonly totalPages: number; readonly remainingPages: number }) => {
    if (isToEnd()) throw storeClosed();
    const copied = totalPages - remainingPages;
    if (syncing || copied - synced < pagesPerSync) return;
    synced = copied;
    syncing = handle
      .datasync()
      .catch(() => undefined)
      .finally(() => {
        syncing = null;
      });
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await backup(db, target, { rate: pagesPerStep, progress });
      break;
    } catch (error) {
      // The first step came in the middle of a transaction: Node reports it without a code.
      if (resultCode(error) !== 0 || attempt >= maxAttempts || isToEnd()) throw error;
    }
  }
  await syncing;
}

/** For a directory that no process holds. Its form is unchanged. @throws unavailable, a system error */
export async function copyDirectory(directory: string, target: string): Promise<void> {
  const file = databaseFile(directory);
  if (!existsSync(file)) throw new DrawbridgeError("unavailable", `There is no store in ${directory}.`);
  const db = connect(file);
  try {
    lock(db, file);
    dropLeftovers(file);
    await copyOnline(db, target);
    checkFile(target, { name: `The database ${file}`, advice: storeAdvice });
  } catch (error) {
    throw error instanceof Error && "syscall" in error ? error : explain(error, file);
  } finally {
    db.close();
  }
}
