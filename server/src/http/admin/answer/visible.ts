/** Visibility of an edit, as a field of its answer. */
import type * as wire from "drawbridge-rules/wire/values.ts";
import type { Published } from "../../../publisher.ts";

/** Omits the field when the edit is visible everywhere. */
export function printVisible({ visible }: Pick<Published, "visible">): wire.Visible {
  return visible === "local" ? { visible } : {};
}
