/** What an edit's answer says of where it is seen. */
import type * as wire from "drawbridge-rules/wire/values.ts";
import type { Published } from "../../publisher.ts";

/** What is so everywhere is not worth a word. */
export function printVisible({ visible }: Pick<Published, "visible">): wire.Visible {
  return visible === "local" ? { visible } : {};
}
