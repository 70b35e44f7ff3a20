/** A disk of a known size that a test can fill: a tmpfs, which only root may mount. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class SmallDisk {
  readonly directory: string;

  /** Why it is not available here; false means it is. For `skip` of a test. */
  static readonly unavailable: string | false =
    process.platform === "linux" && process.getuid?.() === 0 ? false : "only root may mount a small disk";

  constructor(bytes: number) {
    this.directory = mkdtempSync(join(tmpdir(), "drawbridge-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", this.directory]);
  }

  fill(): void {
    const file = openSync(this.#filling, "a");
    try {
      for (const size of [65_536, 4_096, 1]) while (writes(file, size));
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.#filling, { force: true });
  }

  close(): void {
    execFileSync("umount", ["-l", this.directory]);
    rmdirSync(this.directory);
  }

  get #filling(): string {
    return join(this.directory, "filling");
  }
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch {
    return false;
  }
}
