/** Only this file reads these: `en-US@posix` and `Etc/Unknown` make `Intl` throw. */
import { ZONE_FORM } from "drawbridge-rules/values/time-zones.ts";

/** The browser's regional English, with its date order. */
export const locale = canonicalLanguages(navigator.languages).find((tag) => tag === "en" || tag.startsWith("en-")) ?? "en";

export function canonicalLanguages(reported: readonly string[]): readonly string[] {
  return reported.map((tag) => canonicalTag(tag.split(/[@.]/, 1)[0] ?? "")).filter((tag) => tag !== null);
}

/** `PT_br` → `pt-BR`; null means no language tag. */
export function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

/** Unlike the rules, it accepts any case. */
function isBrowserZone(timeZone: string): boolean {
  try {
    return ZONE_FORM.test(timeZone) && new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    return false;
  }
}

/** UTC where the browser names no zone that it knows. */
export const ownZone = findOwnZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

export function findOwnZone(reported: string | undefined): string {
  return reported !== undefined && isBrowserZone(reported) ? reported : "UTC";
}
