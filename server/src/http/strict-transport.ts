/** HSTS (RFC 6797): if the public URL is https, tells browsers to use only https. */
import type { ServerResponse } from "node:http";
import type { RouteFamily } from "./route-family.ts";

/** A year. Without includeSubDomains: subdomains may belong to others. */
const policy = "max-age=31536000";

/** Responses to people's browsers. Answers to apps have a fixed contract without such a header, and apps ignore it. */
const families: ReadonlySet<RouteFamily | null> = new Set(["admin", "console", "sign-in", "docs", "feeds"] as const);

/** Sets the header in all answers of a listener that serves no apps, otherwise only in those to people's browsers. */
export function strictTransport(
  isPublicHttps: boolean,
  routeGroups: ReadonlySet<string>,
): (family: RouteFamily | null, res: ServerResponse) => void {
  if (!isPublicHttps || !routeGroups.has("admin")) return () => undefined;
  const isForPeopleAlone = !["config", "maintenance", "health"].some((routeGroup) => routeGroups.has(routeGroup));
  return (family, res) => {
    if (isForPeopleAlone || families.has(family)) res.setHeader("Strict-Transport-Security", policy);
  };
}
