import type { Problem } from "drawbridge-rules/values/errors.ts";

/** Decodes the text, or returns the problem with its bytes. A byte order mark is kept as part of the text. */
export function decodeText(bytes: Uint8Array): string | readonly Problem[] {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return [{ path: "", pointer: "#", message: "expected UTF-8" }];
  }
}
