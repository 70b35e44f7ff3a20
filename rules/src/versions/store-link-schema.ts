import { z } from "zod";
import { fields, optionalFields, optionalText, type Value } from "../values/schema.ts";
import { linkRule, longestLink, readLink } from "./store-link.ts";

/** Programs that read the pattern may have no negative lookahead: it cannot exclude refused schemes. */
export const storeLink = z.string().meta({
  id: "StoreLink",
  description: `Expected: ${linkRule}`,
  pattern: "^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$",
  maxLength: longestLink,
  examples: ["https://apps.apple.com/app/id123456789"],
});

/** Null means not set. In read answers, an unset link is "". */
const link = optionalText(storeLink, readLink);

const storeLinksSchema = fields({ android: link, apple: link }).meta({
  id: "StoreLinks",
  description: "Links for updating the app; a platform's own replace the project's",
  examples: [{ apple: "https://apps.apple.com/app/id123456789" }],
});

export type StoreLinks = Value<typeof storeLinksSchema>;
export type StoreName = keyof StoreLinks;

export const storeLinks = optionalFields(storeLinksSchema);
