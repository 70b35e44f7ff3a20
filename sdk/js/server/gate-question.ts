/** The question to ask Drawbridge for a request of an app. */
import type { AppRequest } from "./app-request.ts";
import { isInstance, isPlatform } from "./option-checks.ts";
import type { ProblemReports } from "./problem-reports.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

export interface GateQuestion {
  /** Path and query for `GET {baseUrl}`; also the name of the answer in memory. */
  readonly path: string;
  /** Platform and instance: maintenance depends on nothing else. */
  readonly scope: string;
}

/**
 * Form of the read API (at most 64 characters), with what apps can add: blanks, and a build in brackets. Anything else would only be
 * rejected there.
 */
const versionForm = /^v?\d[\w.+ -]*(\([\w.-]+\))?$/i;
const maxLength = 64;
/** Anything else is not judged there: asked about, it would only take places in memory. */
const osForm = /^\d[\d.]{0,15}$/;

/** Null means the request names no valid version or platform. */
export function readQuestion(options: ResolvedOptions, problems: ProblemReports, request: AppRequest): GateQuestion | null {
  const version = request.header(options.versionHeader)?.trim() ?? "";
  const platform = request.header(options.platformHeader)?.trim() || (options.platform ?? "");
  if (version.length > maxLength || !versionForm.test(version) || !isPlatform(platform)) return null;
  const [os] = osForm.exec(request.header(options.osHeader)?.trim() ?? "") ?? [];
  const instance = findInstance(options, problems, request);
  const language = chooseLanguage(options.languages, request.header("accept-language") ?? "");
  const scope = printQuery({ platform: platform.toLowerCase(), instanceId: instance });
  return { path: `/gate?${scope}&${printQuery({ current_version: version, os, lang: language })}`, scope };
}

function findInstance({ instance }: ResolvedOptions, problems: ProblemReports, request: AppRequest): string | undefined {
  if (typeof instance !== "function") return instance;
  return problems.call("instance", () => instance(request) || undefined, isInstance, "the project as a whole decides");
}

function printQuery(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
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
  return wanted.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}
