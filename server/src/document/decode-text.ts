import type { Problem } from "../domain/errors.ts";

/** The text, or what is wrong with its bytes. A mark of the byte order is a part of the text. */
export function decodeText(bytes: Uint8Array): string | readonly Problem[] {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return [{ path: "", pointer: "#", message: "expected UTF-8" }];
  }
}
