/** Restores backups with one random flipped bit: each is refused, or gives the same store as the undamaged backup. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { restoreFile } from "../src/store/sqlite/sqlite-restore.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import { columnNames, tables } from "../src/store/tables.ts";

/** The recorded backup of a release: projects, policies, windows, keys, tokens, people and their history. */
const recorded = join(import.meta.dirname, "recorded-build", "0.1.0", "backup.db.gz");
const program = join(import.meta.dirname, "..", "bin", "drawbridge.js");
/** A restore leaves these out. */
const notRestored = ["sessions", "account_links", "idempotency"];

export interface Flips {
  readonly refused: number;
  readonly same: number;
  /** Restored with different content: the flipped byte and the differences. */
  readonly different: readonly string[];
}

export class BackupDrill {
  readonly #directory: string;
  readonly #backup: Buffer;
  #expected: ReadonlyMap<string, string> = new Map();

  private constructor(directory: string, backup: Buffer) {
    this.#directory = directory;
    this.#backup = backup;
    writeFileSync(this.#file, backup);
  }

  static async open(): Promise<BackupDrill> {
    const drill = new BackupDrill(mkdtempSync(join(tmpdir(), "drawbridge-damage-")), gunzipSync(readFileSync(recorded)));
    drill.#expected = contentOf(await drill.#restored());
    drill.#clear();
    return drill;
  }

  async run(times: number, random: () => number): Promise<Flips> {
    const flips = { refused: 0, same: 0, different: [] as string[] };
    for (let n = 0; n < times; n++) {
      const { at, bit } = this.#flip(random);
      const differences = await this.#outcome();
      if (differences === null) flips.refused++;
      else if (differences.length === 0) flips.same++;
      else flips.different.push(`byte ${at}, bit ${bit}: ${differences.join(", ")}`);
    }
    return flips;
  }

  /** Cuts the file in half, and runs the command. @throws AssertionError: it is not refused with one sentence, or leaves files behind */
  refuseByCommand(): void {
    writeFileSync(this.#file, this.#backup.subarray(0, this.#backup.length / 2));
    const env = { ...process.env, DRAWBRIDGE_DATA: this.#target };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "restore", "--from", this.#file], {
      env,
      encoding: "utf8",
    });
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /^drawbridge: \S+ is damaged[:,] [^\n]+ Restore another backup; nothing was changed\.\n$/);
    assert.deepEqual(readdirSync(this.#directory), ["backup.db"]);
  }

  close(): void {
    rmSync(this.#directory, { recursive: true });
  }

  get #file(): string {
    return join(this.#directory, "backup.db");
  }

  get #target(): string {
    return join(this.#directory, "data");
  }

  #flip(random: () => number): { readonly at: number; readonly bit: number } {
    const [at, bit] = [Math.floor(random() * this.#backup.length), Math.floor(random() * 8)];
    const damaged = Buffer.from(this.#backup);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
    writeFileSync(this.#file, damaged);
    return { at, bit };
  }

  /** Null means the backup was refused. @throws any other error, and AssertionError if a refusal left files */
  async #outcome(): Promise<string[] | null> {
    mkdirSync(this.#target);
    try {
      if (await this.#isRefused()) return null;
      const restored = contentOf(join(this.#target, "drawbridge.db"));
      await openedAndRead(this.#target);
      return [...this.#expected].filter(([name, text]) => restored.get(name) !== text).map(([name]) => name);
    } finally {
      this.#clear();
    }
  }

  async #isRefused(): Promise<boolean> {
    try {
      await this.#restored();
      return false;
    } catch (error) {
      if (!(error instanceof DrawbridgeError)) throw error;
      // A backup of an older form is checked again in the current form, with the lock on a new and empty database.
      for (const name of readdirSync(this.#target)) {
        assert.equal(name, "drawbridge.db");
        assert.ok(statSync(join(this.#target, name)).size <= 4096);
      }
      return true;
    }
  }

  async #restored(): Promise<string> {
    await restoreFile({ from: this.#file, directory: this.#target, isForced: false, schema: currentSchema, now: 0 });
    return join(this.#target, "drawbridge.db");
  }

  #clear(): void {
    rmSync(this.#target, { recursive: true, force: true });
  }
}

/** Every row of every table, by name. The epoch differs after each restore. */
function contentOf(file: string): ReadonlyMap<string, string> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const content = new Map([["head", JSON.stringify(db.prepare("select revision, floor, renewed_from from head").all())]]);
    for (const table of tables.filter(({ name }) => !notRestored.includes(name)))
      content.set(table.name, JSON.stringify(db.prepare(`select ${columnNames(table)} from ${table.name} order by 1, 2`).all()));
    return content;
  } finally {
    db.close();
  }
}

/** Tables of values that a backup has only once: a flipped bit in them cannot be found. */
export const heldOnce =
  /: (people|identities|secrets|usage|version_hours|version_days|refused_queries|usage_writes|last_used|commits)$/;

/** A restored store must also open. */
async function openedAndRead(directory: string): Promise<void> {
  const store = await openSqliteStore({ directory });
  await store.rows();
  await store.close();
}
