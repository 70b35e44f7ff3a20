/**
 * Answers a read: a pure function of query, catalog and clock, without I/O. Checks follow the order of the contract's error
 * table; all problems with parameters are reported together.
 */

import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import type { Endpoint, ReadKey } from "drawbridge-rules/credentials/read-key.ts";
import { type AppVersion, parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import type { RefusedQuery } from "../usage/refused-query-counts.ts";
import type { Answers } from "./answer-store.ts";
import type { CompiledPlatform, CompiledProject } from "./compiled-project.ts";
import { type ConfigQuestion, configOutcome } from "./config-outcome.ts";
import type { App, Counting } from "./counting.ts";
import { type GateQuestion, gateOutcome } from "./gate-outcome.ts";
import type { GateState } from "./gate-state.ts";
import { maintenanceOutcome } from "./maintenance-outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { ProjectView } from "./project-view.ts";
import { type Parameter, readParameters, undecodable } from "./read-query.ts";
import { nextChange } from "./timeline.ts";
import type { LanguageHeaders, WantedLanguages } from "./wanted-languages.ts";

type ReadProblemCode =
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

/** A question's path; the scope of a key has no `gate`. */
export type ReadEndpoint = Endpoint | "gate";

/** Reason for an error answer. Never echoes the client's input. */
export interface ReadProblem extends Counting {
  readonly code: ReadProblemCode;
  readonly detail: string;
  /** The part of the query that is wrong: for operators, never for the client. */
  readonly query?: Pick<RefusedQuery, "code" | "sent">;
  /** Set for a rehearsal key. */
  readonly rehearsal?: RehearsalName | undefined;
}

/** Value of `drawbridge-rehearsal`: the answer is not about the present. */
export type RehearsalName = "frozen" | "no-maintenance";

/** An answer until it changes. */
export interface ValidOutcome {
  readonly outcome: Outcome;
  /** Epoch ms: the next instant at which the answer changes, or any that is at least a TTL ahead. */
  readonly transition: number;
  /** The app that asks `/config`, and what it is told: for counting. */
  readonly app?: App;
}

export interface Answered extends ValidOutcome, Counting {
  /** Set for a rehearsal key. */
  readonly rehearsal?: RehearsalName | undefined;
}

/** Everything besides the request that an answer is made from. */
export interface Asked {
  readonly view: ProjectView;
  readonly scope: Scope;
  readonly answers: Answers;
  /** For `/config` and `/maintenance`. */
  readonly languages: LanguageHeaders;
  readonly phoneLanguages: LanguageHeaders;
  /** Epoch ms. */
  readonly now: number;
}

/** Scope of a read key; all null: unrestricted, as in a simulation. */
export type Scope = Pick<ReadKey, "endpoints" | "platforms" | "instances">;

export const wholeScope: Scope = { endpoints: null, platforms: null, instances: null };

export const keyProblems = {
  missing: { code: "missing_api_key", detail: "Send the project's read key in the header x-api-key." },
  unknown: { code: "unknown_api_key", detail: "The key in x-api-key is not a read key of this installation." },
  expired: { code: "expired_api_key", detail: "The key in x-api-key has expired. An operator can make or rotate one." },
  revoked: { code: "revoked_api_key", detail: "The key in x-api-key was revoked. An operator can make another one." },
} as const satisfies Record<string, ReadProblem>;

export const notReady: ReadProblem = { code: "not_ready", detail: "The service is starting. Ask again in a moment." };

export function keyProblem(key: ReadKey, now: number): ReadProblem | null {
  const state = credentialState(key, now);
  return state === "active" ? null : keyProblems[state];
}

/** Answers a query about a project whose key is valid. */
export function answer(
  asked: Asked,
  endpoint: ReadEndpoint,
  query: string,
  acceptLanguage: string | null,
): ValidOutcome | ReadProblem {
  // A key for `/config` may ask `/gate` too.
  if (!allows(asked.scope, endpoint === "gate" ? "config" : endpoint)) return notAllowed("this endpoint");
  if (endpoint === "gate") return answerGate(asked, query, acceptLanguage);
  return endpoint === "config" ? answerConfig(asked, query, acceptLanguage) : answerMaintenance(asked, query, acceptLanguage);
}

function allows({ endpoints }: Scope, endpoint: Endpoint): boolean {
  return endpoints === null || endpoints.includes(endpoint);
}

const configParameters = ["platform", "current_version", "lang"];

function answerConfig(
  { view, scope, answers, languages, now }: Asked,
  query: string,
  acceptLanguage: string | null,
): ValidOutcome | ReadProblem {
  const { project } = view;
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [platformSent, versionSent, lang] = readParameters(query, configParameters);
  const found = appIn(project, platformSent, versionSent);
  if ("code" in found) return found;
  const { platform, version } = found;
  if (scope.platforms && !scope.platforms.includes(platform.name)) return notAllowed("this platform");
  const wanted = languages.wanted(lang?.value ?? "", acceptLanguage);
  const phase = view.ofPlatform(header, platform).at(now);
  const question = configQuestion(phase.state.platform, version, wanted);
  const finished = configOutcome(project, header, question, phase, answers);
  const transition = nextChange(phase, now + header.project.ttl, (later) =>
    configOutcome(project, header, configQuestion(later.state.platform, version, wanted), later, answers).isSame(finished),
  );
  const app = {
    platform: question.platform,
    version,
    decision: question.decision,
    inMaintenance: phase.state.maintenance !== null,
  };
  return { outcome: finished.outcome(version.text), transition, app };
}

/** @param platform under the policy of the phase */
function configQuestion(platform: CompiledPlatform, version: AppVersion, wanted: WantedLanguages): ConfigQuestion {
  return { platform, version, decision: platform.decisions().decide(version), wanted };
}

const gateParameters = ["platform", "current_version", "lang", "instanceId"];

function answerGate(
  { view, scope, answers, phoneLanguages, now }: Asked,
  query: string,
  acceptLanguage: string | null,
): ValidOutcome | ReadProblem {
  const { project } = view;
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [platformSent, versionSent, lang, instanceSent] = readParameters(query, gateParameters);
  const found = appIn(project, platformSent, versionSent, repeated("instanceId", instanceSent));
  if ("code" in found) return found;
  const { platform, version } = found;
  const instance = instanceSent?.value || null;
  if (scope.platforms && !scope.platforms.includes(platform.name)) return notAllowed("this platform");
  if (instance !== null) {
    if (!allows(scope, "maintenance")) return notAllowed("maintenance");
    if (scope.instances && !scope.instances.includes(instance)) return notAllowed("this instance");
    if (!project.instance(instance)) return unknownInstance;
  }
  const wanted = phoneLanguages.wanted(lang?.value ?? "", acceptLanguage);
  const phase = view.ofGate(header, platform, instance).at(now);
  const question = gateQuestion(platform, phase.state, version, instance, wanted);
  const finished = gateOutcome(project, header, question, phase, answers);
  const transition = nextChange(phase, now + header.project.ttl, (later) =>
    gateOutcome(project, header, gateQuestion(platform, later.state, version, instance, wanted), later, answers).isSame(finished),
  );
  const inMaintenance = phase.state.maintenance?.level === "active";
  const app = { platform: question.platform, version, decision: question.decision, inMaintenance };
  return { outcome: finished.outcome(version.text), transition, app };
}

/** @param platform before its step */
function gateQuestion(
  platform: CompiledPlatform,
  { isStepped }: GateState,
  version: AppVersion,
  instance: string | null,
  wanted: WantedLanguages,
): GateQuestion {
  const present = isStepped && platform.step !== null ? platform.step.after() : platform;
  return { platform: present, version, decision: present.decisions().decide(version), instance, wanted };
}

const maintenanceParameters = ["instanceId", "lang"];

function answerMaintenance(
  { view, scope, answers, languages, now }: Asked,
  query: string,
  acceptLanguage: string | null,
): ValidOutcome | ReadProblem {
  const { project } = view;
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [instanceSent, lang] = readParameters(query, maintenanceParameters);
  const problem = presence("instanceId", instanceSent);
  if (problem) return worstOf([problem]);
  const instance = instanceSent?.value ?? "";
  if (scope.instances && !scope.instances.includes(instance)) return notAllowed("this instance");
  if (!project.instance(instance)) return unknownInstance;
  const wanted = languages.wanted(lang?.value ?? "", acceptLanguage);
  const phase = view.ofInstance(header, instance).at(now);
  const finished = maintenanceOutcome(project, header, instance, wanted, phase, answers);
  const transition = nextChange(phase, now + header.project.ttl, (later) =>
    maintenanceOutcome(project, header, instance, wanted, later, answers).isSame(finished),
  );
  return { outcome: finished.outcome(""), transition };
}

const unknownInstance: ReadProblem = {
  code: "unknown_instance",
  detail: "instanceId is not an instance of the key's project.",
};

/** The platform and the version in a query, or everything that is wrong with it. */
function appIn(
  project: CompiledProject,
  platformSent: Parameter | undefined,
  versionSent: Parameter | undefined,
  other: QueryProblem | null = null,
): { readonly platform: CompiledPlatform; readonly version: AppVersion } | ReadProblem {
  const name = platformSent?.value ?? "";
  const platform = project.platform(name) ?? project.platform(asciiLower(name));
  const version = parseAskedVersion(versionSent?.value ?? "");
  if (platform && version && platformSent?.count === 1 && versionSent?.count === 1 && !other) return { platform, version };
  return worstOf([
    presence("platform", platformSent),
    presence("current_version", versionSent),
    other,
    platform ? null : unknownPlatform(project, name),
    version ? null : { code: "invalid_version", detail: versionRule, sent: versionSent?.value ?? "" },
  ]);
}

const versionRule =
  "current_version must be a version of at most 64 characters: 1 to 6 numbers with dots, then perhaps a pre-release and a build, such as 2.4.0, 2.4.0-beta.1 or 2.4.0+57";

/** In the order of the contract; the first is the code. */
const order = ["missing_parameter", "repeated_parameter", "unknown_platform", "invalid_version"] as const;

interface QueryProblem extends Pick<RefusedQuery, "code" | "sent"> {
  readonly detail: string;
}

function unknownPlatform({ platformNames }: CompiledProject, sent: string): QueryProblem {
  return { code: "unknown_platform", detail: `platform must be one of ${platformNames.join(", ")}`, sent };
}

function presence(name: string, parameter: Parameter | undefined): QueryProblem | null {
  if (!parameter || parameter.value === "") return { code: "missing_parameter", detail: `${name} is required`, sent: name };
  return repeated(name, parameter);
}

function repeated(name: string, parameter: Parameter | undefined): QueryProblem | null {
  return (parameter?.count ?? 0) > 1 ? { code: "repeated_parameter", detail: `${name} must be given once`, sent: name } : null;
}

function worstOf(found: readonly (QueryProblem | null)[]): ReadProblem {
  const problems = found.filter((problem) => problem !== null);
  const code = order.find((candidate) => problems.some((problem) => problem.code === candidate)) ?? "missing_parameter";
  const sent = problems.flatMap((problem) => (problem.code === code ? problem.sent : [])).join(", ");
  return {
    code,
    detail: `${problems.map(({ detail }) => detail).join("; ")}.`,
    query: { code, sent: sent.startsWith(undecodable) ? sent.slice(1) : sent },
  };
}

function notAllowed(what: string): ReadProblem {
  return { code: "key_not_allowed", detail: `The scope of the key in x-api-key leaves out ${what}.` };
}

/** Only A to Z: a platform's name has no other letters. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
