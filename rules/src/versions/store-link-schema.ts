import { z } from "zod";
import type { ProblemSink } from "../values/errors.ts";
import { fields, optional, printValue, readRight, readValue, type Value } from "../values/schema.ts";
import type { Wire } from "../wire/wire.ts";
import { noLinks, readLink } from "./store-link.ts";

/** Null: not set. In the answer to a read an unset link is "". */
const link = optional(z.string(), null, readLink, (text) => text);

const storeLinksSchema = fields({ android: link, apple: link }).meta({
  id: "StoreLinks",
  examples: [{ apple: "https://apps.apple.com/app/id123456789" }],
});

export type StoreLinks = Value<typeof storeLinksSchema>;
export type StoreLinksForm = Wire<typeof storeLinksSchema>;
export type StoreName = keyof StoreLinks;

/** The member of a project or a platform. */
export const storeLinks = optional(storeLinksSchema, noLinks, parseStoreLinks, printStoreLinks);

/** Where something is wrong, what is returned lacks it. */
export function parseStoreLinks(value: unknown, path: string, problems: ProblemSink): StoreLinks {
  const given = value ?? {};
  return readValue(storeLinksSchema, given, path, problems) ?? readRight(storeLinksSchema, Object(given));
}

/** Undefined: there is none. */
export function printStoreLinks(links: StoreLinks): StoreLinksForm | undefined {
  const printed = printValue(storeLinksSchema, links);
  return Object.keys(printed).length > 0 ? printed : undefined;
}
