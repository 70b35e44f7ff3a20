import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type DatabaseAddress, parseDatabaseUrl } from "../base/postgres-url.ts";
import { nodeCopyName } from "../store/node-copy-name.ts";
import type { SourceImage, Stage, TargetImage, Transferred } from "../store/transfer.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { counted } from "./output.ts";
import { isSameLocation, type StoreLocation, storeLocation } from "./store-location.ts";

/** Milliseconds between two lines about how far it is. */
const pace = 2_000;

export const copy = command({
  name: "copy",
  meaning: "copy everything, with history, to another store: SQLite or PostgreSQL",
  options: [
    { flags: "--from <store>", meaning: "source: a data directory that no server uses, postgresql, or postgres://…" },
    { flags: "--to <store>", meaning: "empty target: a directory, postgresql, or postgres://…" },
  ],
  examples: ["copy --from ./data --to postgresql"],
  notes:
    "postgresql is the database of DRAWBRIDGE_DATABASE_URL, or its _FILE: a URL on the command line shows its password to every user of this machine.\nStop the servers first: later commits are not in the copy. The source stays as it is. The copy is read back and compared\nbefore anyone can use it, and has a new epoch. See docs/backup.md.",
  read(args) {
    const from = args.required("from", storeLocation);
    const to = args.required("to", storeLocation);
    if (from && to && isSameLocation(from, to)) args.problem("--from and --to must differ");
    return { from, to };
  },
  async run(places, context) {
    const { io, output } = context;
    const [from, to] = [namedBy(context, places.from), namedBy(context, places.to)];
    const tell = output.isJson ? () => undefined : paced((line) => io.err(`${line}\n`));
    const source = await openSource(from);
    try {
      const target = await openTarget(to);
      try {
        const { transfer } = await import("../store/transfer.ts");
        // This machine's copy of a database that had this name before.
        if (to.kind === "postgresql") rmSync(join(context.settings.data, nodeCopyName), { force: true });
        const done = await transfer(source, target, randomBytes(8).toString("hex"), tell);
        output.answer({ ...done.head, rows: done.rows }, () => doneLines(source, target, done));
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  },
});

type NamedPlace =
  | Exclude<StoreLocation, { readonly kind: "postgresql" }>
  | { readonly kind: "postgresql"; readonly address: DatabaseAddress };

/** @throws invalid: the settings name none */
function namedBy({ settings }: Context, place: StoreLocation): NamedPlace {
  if (place.kind === "sqlite") return place;
  const address = place.address ?? (settings.databaseUrl === null ? null : parseDatabaseUrl(settings.databaseUrl));
  if (address === null)
    throw new DrawbridgeError("invalid", "postgresql is the database of DRAWBRIDGE_DATABASE_URL, which is not set.");
  return { kind: "postgresql", address };
}

async function openSource(place: NamedPlace): Promise<SourceImage> {
  if (place.kind === "sqlite") return (await import("../store/sqlite/sqlite-image.ts")).sqliteSource(place.directory);
  return (await import("../store/postgres/postgres-image.ts")).postgresSource(place.address);
}

async function openTarget(place: NamedPlace): Promise<TargetImage> {
  if (place.kind === "sqlite") return (await import("../store/sqlite/sqlite-image.ts")).sqliteTarget(place.directory);
  return (await import("../store/postgres/postgres-image.ts")).postgresTarget(place.address);
}

function paced(say: (line: string) => void): (stage: Stage, table: string, rows: number) => void {
  let next = performance.now() + pace;
  return (stage, table, rows) => {
    if (performance.now() < next) return;
    next = performance.now() + pace;
    say(`${stage} ${counted(rows, "row")} of ${table}`);
  };
}

function doneLines(source: SourceImage, target: TargetImage, { head, rows }: Transferred): string[] {
  const { commits = 0, changes = 0, resources = 0, people = 0 } = rows;
  const held = [counted(commits, "commit"), counted(changes, "change"), counted(resources, "current value")];
  return [
    `Copied and verified: ${held.join(", ")}, ${people === 1 ? "1 person" : `${people} people`}.`,
    `From: ${source.place}, at revision ${head.revision}`,
    `To:   ${target.place}, with the new epoch ${head.epoch}`,
  ];
}
