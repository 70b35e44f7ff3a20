import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/compaction.ts";
import { z } from "zod";
import type { StoreBackup } from "../../store/backup.ts";
import type { AdminServices } from "../admin-services.ts";
import { type AdminRoute, route } from "../request/admin-route.ts";
import { formatEtag } from "../request/precondition.ts";

/** Bytes per read; the next read waits until the connection has taken them. */
const chunk = 256 * 1024;

/** Milliseconds: a stalled download is cut after this time, as it blocks every other backup. */
const stallTimeout = 60_000;

export function storeRoutes(services: AdminServices): AdminRoute[] {
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
      handle: async ({ drop }) => {
        const { store, storeKind } = services;
        if (!store.backup) throw noBackups(storeKind);
        const { epoch } = await store.head();
        const backup = await store.backup();
        const headers = {
          "content-type": "application/vnd.sqlite3",
          "content-length": String(backup.bytes),
          etag: formatEtag(epoch, backup.content.revision),
        };
        return { status: 200, body: bytesOf(backup, drop), headers };
      },
    }),
    route("compact", {
      permission: "administrator",
      tag: "Store",
      summary: "Delete superseded values older than the retention",
      description:
        "Deletes values superseded before `older_than`. Present values stay, and each commit with author, time and reason, without its changes. Revisions before `compacted` can no longer be restored. Safe to repeat.",
      answers: { 200: { description: "Number and size of the deleted values; in a dry run, of those that would be deleted" } },
      handle: async ({ query: { dry_run, older_than } }) => {
        const { store, now } = services;
        const retention = older_than === undefined ? defaultRetention : parseDuration(older_than);
        // Changes of today are never compacted away by mistake.
        if (retention === null || retention < minRetention) {
          const message = `expected a duration of a day or more, such as 400d, not ${JSON.stringify(older_than)}`;
          throw new DrawbridgeError("invalid", "The query has 1 problem.", [
            { path: "older_than", parameter: "older_than", message },
          ]);
        }
        const dryRun = dry_run === true;
        const { floor, ...found } = await store.compact(now() - retention, { dryRun, within: timeout });
        const answer: wire.Compaction = { dry_run: dryRun, compacted: floor === 0 ? null : floor, ...found };
        return { status: 200, body: answer };
      },
    }),
  ];
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
  const timer = setTimeout(stalled, stallTimeout).unref();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer.refresh();
        const bytes = await backup.read(position, chunk);
        position += bytes.length;
        const isLast = position >= backup.bytes || bytes.length === 0;
        // A client may request another backup immediately after the last chunk.
        if (isLast) await end();
        if (bytes.length > 0) controller.enqueue(bytes);
        if (isLast) controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Milliseconds: the longest time that a connection stays without a byte. */
const timeout = 15_000;

const minRetention = 86_400_000;
const defaultRetention = 400 * minRetention;
