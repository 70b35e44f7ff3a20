import { randomBytes } from "node:crypto";
import type { Log } from "../base/log.ts";
import type { Settings } from "../base/settings.ts";
import { ObjectFollower } from "./object-follower.ts";
import { ObjectLog } from "./object-log.ts";
import { ObjectReader } from "./object-reader.ts";
import { openObjectStore } from "./open-object-store.ts";

interface FollowerOptions {
  readonly log: Pick<Log, "error" | "info">;
  /** Epoch ms. */
  readonly now: () => number;
  /** Maximum milliseconds between two polls, for tests. */
  readonly pollEvery?: number | undefined;
}

/** Connects with the first poll. @param url of the object store */
export async function openObjectFollower(
  url: string,
  { objectsKey: key }: Pick<Settings, "objectsKey">,
  { now, log, pollEvery }: FollowerOptions,
): Promise<ObjectFollower> {
  const { log: objects, close } = await openObjectLog(url, key, "public");
  const reader = new ObjectReader({ log: objects, now });
  return new ObjectFollower({ reader, log, now, random: Math.random, close, pollEvery });
}

export async function openObjectLog(url: string, key: Buffer | null, name: "public" | "full") {
  const store = await openObjectStore(url);
  return { log: new ObjectLog({ store, name, key, randomBytes }), close: () => store.close() };
}
