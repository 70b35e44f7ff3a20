/** Streams the whole store as one file while the server runs: for backups. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import { z } from "zod";
import type { StoreBackup } from "../../store/backup.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { formatEtag } from "../request/precondition.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";

interface BackupServices {
  readonly store: Store;
  /** `sqlite` or `postgresql`. */
  readonly storeKind: string;
}

/** Bytes per read; the next read waits until the connection has taken them. */
const chunk = 256 * 1024;

/** Milliseconds: a stalled download is cut after this time, since it blocks every other backup. */
const timeout = 60_000;

export function backupRoutes(services: BackupServices): AdminRoute[] {
  return [
    route("backUp", {
      permission: "administrator",
      tag: "Store",
      summary: "Download a backup of the store",
      description:
        "An SQLite database, checked before the first byte is sent. Contains all secrets: hashes of keys, tokens and passwords. One backup at a time, and only of the embedded store: PostgreSQL has its own.",
      answers: {
        200: {
          description: "The file",
          schema: z.string().meta({ format: "binary" }),
          types: ["application/vnd.sqlite3"],
          headers: ["etag"],
        },
      },
      problems: ["conflict"],
      handle: (request) => backUp(services, request),
    }),
  ];
}

async function backUp({ store, storeKind }: BackupServices, { body, drop }: AdminRequest): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, body).problems, body, "the request");
  if (!store.backup) throw noBackups(storeKind);
  const { epoch } = await store.head();
  const backup = await store.backup();
  const headers = {
    "content-type": "application/vnd.sqlite3",
    "content-length": String(backup.bytes),
    etag: formatEtag(epoch, backup.content.revision),
  };
  return { status: 200, body: bytesOf(backup, drop), headers };
}

function noBackups(storeKind: string): DrawbridgeError {
  const instead =
    storeKind === "postgresql"
      ? "Use pg_dump or your provider's backups, and `drawbridge copy` to move everything elsewhere."
      : "It exists only as long as its process.";
  return new DrawbridgeError("invalid", `Drawbridge cannot back up this store (${storeKind}). ${instead}`);
}

/** Pulled: a slow reader costs no memory. */
function bytesOf(backup: StoreBackup, drop: () => void): ReadableStream<Uint8Array> {
  let position = 0;
  const end = async () => {
    clearTimeout(timer);
    await backup.close();
  };
  const stalled = () => {
    drop();
    void end();
  };
  // The timer also runs when the client no longer reads.
  const timer = setTimeout(stalled, timeout).unref();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer.refresh();
        const bytes = await backup.read(position, chunk);
        position += bytes.length;
        const isLast = position >= backup.bytes || bytes.length === 0;
        // Ends the backup before the last chunk is sent: the client may request another one immediately.
        if (isLast) await end();
        if (bytes.length > 0) controller.enqueue(bytes);
        if (isLast) controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
