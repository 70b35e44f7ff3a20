import { randomBytes } from "node:crypto";
import type { Settings } from "../base/settings.ts";
import { openObjectStore } from "./open-object-store.ts";
import { Shipper, type ShipperServices } from "./shipper.ts";

type Given = Pick<ShipperServices, "store" | "format" | "isShared" | "log" | "now" | "elapsed" | "newEpoch" | "onLost">;

/** Connects when the store is loaded. @param url of the object store */
export async function openShipper(
  url: string,
  { objectsKey: key }: Pick<Settings, "objectsKey">,
  given: Given,
): Promise<Shipper> {
  return new Shipper({ ...given, objects: await openObjectStore(url), key, random: Math.random, randomBytes });
}
