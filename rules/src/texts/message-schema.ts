import { z } from "zod";
import { optional } from "../values/schema.ts";
import { type MessageKind, parseMessage } from "./message.ts";

const texts = z.record(z.string(), z.string()).meta({
  id: "LocalizedText",
  description: "Text by language (BCP 47 tag), with placeholders",
  examples: [{ en: "Please update to {update_to}.", de: "Bitte auf {update_to} aktualisieren." }],
});

/** A member with texts by language, checked as a message of that kind. */
export function message(kind: MessageKind) {
  return optional(
    texts,
    null,
    (value, path, problems) => parseMessage(value, path, kind, problems),
    (value) => ({ ...value }),
  );
}
