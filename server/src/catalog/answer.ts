/**
 * The answer to a read, and nothing of sockets: a pure function of the question, the catalog's state and the clock. The
 * checks are in the order of the contract's error table; what is wrong with the parameters is all said at once.
 */

import { type Endpoint, type ReadKey, readKeyState } from "drawbridge-rules/credentials/read-key.ts";
import { languageRanges } from "drawbridge-rules/texts/language.ts";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { CompiledProject } from "./compiled-project.ts";
import { configMoments, configOutcome } from "./config-outcome.ts";
import type { Counting } from "./counting.ts";
import { maintenanceOutcome } from "./maintenance-outcome.ts";
import type { OutcomeMemo } from "./outcome-memo.ts";
import { readParameters } from "./question.ts";
import { type Settled, settle } from "./settle.ts";

export type ReadProblemCode =
  | "missing_api_key"
  | "unknown_api_key"
  | "expired_api_key"
  | "revoked_api_key"
  | "key_not_allowed"
  | "missing_parameter"
  | "repeated_parameter"
  | "unknown_platform"
  | "invalid_version"
  | "unknown_instance"
  | "not_ready";

/** Why there is no answer. Never echoes what was sent. */
export interface ReadProblem extends Counting {
  readonly code: ReadProblemCode;
  readonly detail: string;
  /** Of a key that rehearses. */
  readonly rehearsal?: RehearsalName;
}

/** `drawbridge-rehearsal`: what is answered is not the present. */
export type RehearsalName = "frozen" | "no-maintenance";

export interface Answered extends Settled, Counting {
  /** Of a key that rehearses. */
  readonly rehearsal?: RehearsalName;
  /** What the question said of the app. */
  readonly app?: App;
}

export interface App {
  readonly platform: string;
  readonly version: string;
}

/** What a key lets its bearer ask; null in all: everything (a simulation asks as nobody in particular). */
export type Scope = Pick<ReadKey, "endpoints" | "platforms" | "instances">;

export const wholeScope: Scope = { endpoints: null, platforms: null, instances: null };

export const keyProblems = {
  missing: { code: "missing_api_key", detail: "Send the project's read key in the header x-api-key." },
  unknown: { code: "unknown_api_key", detail: "The key in x-api-key is not a read key of this installation." },
  expired: { code: "expired_api_key", detail: "The key in x-api-key has expired. An operator can make or rotate one." },
  revoked: { code: "revoked_api_key", detail: "The key in x-api-key was revoked. An operator can make another one." },
} as const satisfies Record<string, ReadProblem>;

export const notReady: ReadProblem = { code: "not_ready", detail: "The service is starting. Ask again in a moment." };

/** A damaged project: its own apps get 503, all others are answered. */
export const damaged: ReadProblem = {
  code: "not_ready",
  detail: "The stored data of the key's project is damaged. An operator must restore it; other projects are answered.",
};

export function keyProblem(key: ReadKey, now: number): ReadProblem | null {
  const state = readKeyState(key, now);
  return state === "active" ? null : keyProblems[state];
}

/** Answers a question about a project whose key was found good. */
export function answer(
  project: CompiledProject,
  scope: Scope,
  endpoint: Endpoint,
  query: string,
  acceptLanguage: string | null,
  now: number,
  memo: OutcomeMemo,
): Answered | ReadProblem {
  if (scope.endpoints && !scope.endpoints.includes(endpoint)) return notAllowed("this endpoint");
  return endpoint === "config"
    ? answerConfig(project, scope, query, acceptLanguage, now, memo)
    : answerMaintenance(project, scope, query, acceptLanguage, now, memo);
}

function answerConfig(
  project: CompiledProject,
  scope: Scope,
  query: string,
  acceptLanguage: string | null,
  now: number,
  memo: OutcomeMemo,
): Answered | ReadProblem {
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [platformSent, versionSent, lang] = readParameters(query, ["platform", "current_version", "lang"]);
  const platform = project.platform(asciiLower(platformSent?.value ?? ""));
  // A "+" that was sent as it is arrives as a space: nobody writes a space in a version.
  const version = parseVersion((versionSent?.value ?? "").replaceAll(" ", "+"));
  const accepted = `platform must be one of ${project.platformNames.join(", ")}`;
  const problem = worstOf([
    presence("platform", platformSent),
    presence("current_version", versionSent),
    platform ? null : { code: "unknown_platform", detail: accepted },
    version ? null : { code: "invalid_version", detail: versionRule },
  ]);
  if (problem || !platform || !version) return problem ?? notAllowed("this");
  if (scope.platforms && !scope.platforms.includes(platform.name)) return notAllowed("this platform");
  const wanted = languageRanges(lang?.value || null, acceptLanguage);
  const settled = settle(configMoments(project, platform.name), now, header.project.ttl, (at) =>
    configOutcome(project, header, { platform, version, wanted }, at, memo),
  );
  return { ...settled, app: { platform: platform.name, version: version.text } };
}

function answerMaintenance(
  project: CompiledProject,
  scope: Scope,
  query: string,
  acceptLanguage: string | null,
  now: number,
  memo: OutcomeMemo,
): Settled | ReadProblem {
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [instanceSent, lang] = readParameters(query, ["instanceId", "lang"]);
  const problem = worstOf([presence("instanceId", instanceSent)]);
  if (problem) return problem;
  const instance = instanceSent?.value ?? "";
  if (scope.instances && !scope.instances.includes(instance)) return notAllowed("this instance");
  if (!project.instance(instance))
    return { code: "unknown_instance", detail: "instanceId is not an instance of the key's project." };
  const wanted = languageRanges(lang?.value || null, acceptLanguage);
  const moments = project.coverage.momentsOfInstance(instance);
  return settle(moments, now, header.project.ttl, (at) => maintenanceOutcome(project, header, instance, wanted, at, memo));
}

const versionRule =
  "current_version must be a version of at most 64 characters: 1 to 6 numbers with dots, then perhaps a pre-release and a build, such as 2.4.0, 2.4.0-beta.1 or 2.4.0+57";

/** In the order of the contract; the first is the code. */
const order: readonly ReadProblemCode[] = ["missing_parameter", "repeated_parameter", "unknown_platform", "invalid_version"];

function presence(name: string, parameter: { readonly value: string; readonly count: number } | undefined): ReadProblem | null {
  if (!parameter || parameter.value === "") return { code: "missing_parameter", detail: `${name} is required` };
  return parameter.count > 1 ? { code: "repeated_parameter", detail: `${name} must be given once` } : null;
}

function worstOf(found: readonly (ReadProblem | null)[]): ReadProblem | null {
  const problems = found.filter((problem) => problem !== null);
  if (problems.length === 0) return null;
  const code = order.find((candidate) => problems.some((problem) => problem.code === candidate)) ?? "missing_parameter";
  return { code, detail: `${problems.map(({ detail }) => detail).join("; ")}.` };
}

function notAllowed(what: string): ReadProblem {
  return { code: "key_not_allowed", detail: `The scope of the key in x-api-key leaves out ${what}.` };
}

/** Only A to Z: a platform's name has no other letters. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
