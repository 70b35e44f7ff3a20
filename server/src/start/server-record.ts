/** Commands send a token only to a listener that proves to be this process. */
import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import { existsSync } from "node:fs";
import { errorText } from "drawbridge-rules/values/errors.ts";
import { urlForAddress } from "../base/address.ts";
import type { Log } from "../base/log.ts";
import { describeThisProcess, readOwner, removeOwner, writeOwner } from "../store/directory-owner.ts";

export const recordKeyBytes = 32;

/** The key itself is never sent. All three are base64url. */
export function serverProof(key: string, challenge: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url")).update(`drawbridge server proof\n${challenge}`).digest("base64url");
}

export class ServerRecord {
  readonly #directory: string;
  readonly #listening: string;
  readonly #key: string;

  constructor({
    directory,
    listening,
    randomBytes,
  }: { readonly directory: string; readonly listening: string; readonly randomBytes: (size: number) => Uint8Array }) {
    this.#directory = directory;
    this.#listening = listening;
    this.#key = Buffer.from(randomBytes(recordKeyBytes)).toString("base64url");
  }

  readonly prove = (challenge: string): string => serverProof(this.#key, challenge);

  /** @throws the error of the file system */
  write(url: string): void {
    if (existsSync(this.#directory)) writeOwner(this.#directory, describeThisProcess(this.#listening, { url, key: this.#key }));
  }

  /** A failure is logged: commands then need `--url`. */
  async keep(url: string, log: Pick<Log, "error">): Promise<void> {
    try {
      const { hostname, port } = new URL(url);
      const { address: host } = await lookup(hostname.replace(/^\[|\]$/g, ""));
      this.write(urlForAddress({ host, port: Number(port || 80) }));
    } catch (error) {
      const problem = errorText(error);
      log.error(
        { event: "record.write_failed", reason: problem },
        "The record for commands on this machine cannot be written: they need --url",
      );
    }
  }

  /** Another process may have replaced it. */
  remove(): void {
    if (readOwner(this.#directory)?.server?.key === this.#key) removeOwner(this.#directory);
  }
}
