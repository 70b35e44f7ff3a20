/** HSTS (RFC 6797): where people come by https, their browsers are told to come by nothing else. */
import type { ServerResponse } from "node:http";
import type { Duty } from "./duty.ts";
import type { Family } from "./family.ts";

/** A year. Without includeSubDomains: names below this one are not Drawbridge's to speak for. */
const policy = "max-age=31536000";

/** What browsers of people ask for. Answers to apps are fixed by a contract that has no such header, and no app heeds it. */
const families: ReadonlySet<Family | null> = new Set(["admin", "console", "sign-in", "docs", "feeds"] as const);

/** Sets it in answers: of a listener that serves no apps in all, else in those that browsers of people ask for. */
export function strictTransport(
  isPublicHttps: boolean,
  duties: ReadonlySet<Duty>,
): (family: Family | null, res: ServerResponse) => void {
  if (!isPublicHttps || !duties.has("admin")) return () => undefined;
  const isForPeopleAlone = !(["config", "maintenance", "health"] as const).some((duty) => duties.has(duty));
  return (family, res) => {
    if (isForPeopleAlone || families.has(family)) res.setHeader("Strict-Transport-Security", policy);
  };
}
