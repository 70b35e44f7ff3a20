import { fileURLToPath } from "node:url";
import { objectsUrlForm, parseObjectsUrl } from "../base/objects-url.ts";
import { FileObjects } from "./file-objects.ts";
import { type ObjectStore, ObjectStoreError } from "./object-store.ts";

/** Milliseconds of an operation that shows no progress. */
const defaultTime = 10_000;

/** Connects with the first request, not here. @throws ObjectStoreError if the URL is not in the accepted form */
export async function openObjectStore(text: string, maxTime = defaultTime): Promise<ObjectStore> {
  const url = parseObjectsUrl(text);
  if (url === null) throw new ObjectStoreError("invalid", `The URL of an object store must be ${objectsUrlForm}.`);
  if (url.protocol === "file:") return new FileObjects(fileURLToPath(url), maxTime);
  const { S3Objects } = await import("./s3-objects.ts");
  return new S3Objects(url.hostname, url.pathname.replace(/^\/|\/$/g, ""), maxTime);
}
