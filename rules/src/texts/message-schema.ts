import { z } from "zod";
import { optional } from "../values/schema.ts";
import { type MessageKind, parseMessage } from "./message.ts";

/** A member with texts by language, checked as a message of that kind. */
export function message(kind: MessageKind) {
  return optional(
    z.record(z.string(), z.string()).meta({
      description: "BCP 47 tag → text, with placeholders",
      examples: [{ en: "Please update to {update_to}.", de: "Bitte auf {update_to} aktualisieren." }],
    }),
    null,
    (value, path, problems) => parseMessage(value, path, kind, problems),
    (texts) => ({ ...texts }),
  );
}
