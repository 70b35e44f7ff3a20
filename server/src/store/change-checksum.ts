import zlib from "node:zlib";

/** CRC-32 of a logged change, stored beside it by the embedded store: current values are rebuilt only from changes that match theirs. */
export function computeChangeChecksum(
  revision: number,
  project: string,
  kind: string,
  id: string,
  schema: number,
  value: string | null,
): number {
  return zlib.crc32(JSON.stringify([revision, project, kind, id, schema, value]));
}
