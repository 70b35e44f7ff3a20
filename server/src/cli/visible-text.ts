import type { Visible } from "drawbridge-rules/wire/values.ts";
import type { Output } from "./output.ts";

/** Warns that a change is not visible on every server process yet. */
export function visibleLines({ visible }: Visible, paint: Output["paint"]): string[] {
  if (visible !== "local") return [];
  return [paint("yellow", "For a few seconds, a process of the server that is being replaced may still answer without it.")];
}
