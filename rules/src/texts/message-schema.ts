import { z } from "zod";
import { optional } from "../values/schema.ts";
import { languageForm, visiblePattern } from "../values/text-forms.ts";
import { longestTitle, type MessageKind, maxLanguages, maxTextLength, parseMessage, type ScreenKind } from "./message.ts";

const textForm = z.string().meta({ maxLength: maxTextLength, pattern: "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$" });
export const localizedText = z.record(languageForm, textForm).meta({
  minProperties: 1,
  maxProperties: maxLanguages,
  id: "LocalizedText",
  description: "Text by language (BCP 47 tag), with placeholders",
  examples: [{ en: "Please try again later.", de: "Bitte später noch einmal versuchen." }],
});

function member(form: typeof localizedText, kind: MessageKind, textForm: "message" | "title") {
  return optional(
    form,
    null,
    (value, path, problems) => parseMessage(value, path, kind, problems, textForm),
    (value) => ({ ...value }),
  );
}

export const message = (kind: MessageKind) => member(localizedText, kind, "message");

/** Null means the built-in text, or none (`default`). */
export const messageMembers = {
  upgrade: message("upgrade"),
  unsupported: message("unsupported"),
  maintenance: message("maintenance"),
  recommended: message("recommended"),
  announced: message("announced"),
  default: message("default"),
};

/** The parser reports where a title has a line break or a tab. */
export const localizedTitle = z.record(languageForm, z.string().meta({ maxLength: longestTitle, pattern: visiblePattern })).meta({
  minProperties: 1,
  maxProperties: maxLanguages,
  id: "LocalizedTitle",
  description: "Title by language (BCP 47 tag), one line",
  examples: [{ en: "Update required" }],
});

export const title = (kind: ScreenKind) => member(localizedTitle, kind, "title");
