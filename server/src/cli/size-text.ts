import { counted } from "./output.ts";

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, "byte");
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
