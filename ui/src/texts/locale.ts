import { browserLanguages } from "./browser-locale.ts";

/** Locale for `Intl`: the browser's regional variant of English, with its date order. */
export const locale = browserLanguages().find((tag) => tag === "en" || tag.startsWith("en-")) ?? "en";
