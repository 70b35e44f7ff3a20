/** The question to ask Drawbridge for a request of an app. */
import type { AppRequest } from "./app-request.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

export interface GateQuestion {
  readonly platform: string;
  readonly version: string;
  readonly instance: string | undefined;
  readonly language: string | undefined;
}

/** Forms of the read API (a version has at most 64 characters); anything else would only be rejected there. */
const versionForm = /^v?\d[\w.+-]*$/i;
const platformForm = /^[a-z0-9][\w.-]*$/i;
const maxLength = 64;
/** A longer one fails with 414, as if Drawbridge were away: one request could open the gate for all. */
const maxInstanceLength = 128;

/** Null: the request names no valid version, platform or instance. */
export function readQuestion(options: ResolvedOptions, request: AppRequest): GateQuestion | null {
  const version = request.header(options.versionHeader)?.trim() ?? "";
  const platform = request.header(options.platformHeader)?.trim() || (options.platform ?? "");
  if (version.length > maxLength || !versionForm.test(version)) return null;
  if (platform.length > maxLength || !platformForm.test(platform)) return null;
  const instance = (typeof options.instance === "function" ? options.instance(request) : options.instance) || undefined;
  if (instance && instance.length > maxInstanceLength) return null;
  return {
    platform: platform.toLowerCase(),
    version,
    instance,
    language: chooseLanguage(options.languages, request.header("accept-language") ?? ""),
  };
}

/** Path and query for `GET {baseUrl}`; also the name of the answer in memory. */
export function printQuestion({ platform, version, instance, language }: GateQuestion): string {
  const query = [
    `platform=${encodeURIComponent(platform)}`,
    `current_version=${encodeURIComponent(version)}`,
    ...(instance === undefined ? [] : [`instanceId=${encodeURIComponent(instance)}`]),
    ...(language === undefined ? [] : [`lang=${encodeURIComponent(language)}`]),
  ];
  return `/gate?${query.join("&")}`;
}

/** The first of the user's languages that is offered, as in RFC 4647 lookup: `de-AT` finds `de`. */
export function chooseLanguage(offered: readonly string[], header: string): string | undefined {
  if (offered.length === 0) return undefined;
  for (const tag of wantedLanguages(header)) {
    for (let part = tag; part !== ""; part = part.slice(0, Math.max(0, part.lastIndexOf("-")))) {
      const found = offered.find((language) => language.toLowerCase() === part);
      if (found !== undefined) return found;
    }
  }
  return offered[0];
}

/** Tags of `Accept-Language` in lower case, most wanted first. */
function wantedLanguages(header: string): string[] {
  const ranges = header.slice(0, 200).split(",");
  const weighted = ranges.map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const wanted = weighted.filter(({ tag, weight }) => /^[a-z0-9-]+$/.test(tag) && weight > 0);
  return wanted.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}
