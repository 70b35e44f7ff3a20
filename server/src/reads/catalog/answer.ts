/** A pure function of query, catalog and clock, with checks in the order of the contract. */
import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import type { Endpoint, ReadKey } from "drawbridge-rules/credentials/read-key.ts";
import { type AppVersion, parseAskedVersion, parseOs } from "drawbridge-rules/versions/app-version.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import type { RefusedQuery } from "../usage/refused-query-counts.ts";
import type { Answers } from "./answer-store.ts";
import type { CompiledPlatform } from "./compiled-project.ts";
import type { ConfigState } from "./config-maintenance.ts";
import { type ConfigQuestion, configOutcome } from "./config-outcome.ts";
import type { App, Counting } from "./counting.ts";
import type { FinishedAnswer, Outcome } from "./finished-answer.ts";
import { type GateQuestion, gateOutcome } from "./gate-outcome.ts";
import type { GateState } from "./gate-state.ts";
import { maintenanceOutcome } from "./maintenance-outcome.ts";
import type { ProjectView } from "./project-view.ts";
import { nextChange, type Phase } from "./timeline.ts";
import type { LanguageHeaders, WantedLanguages } from "./wanted-languages.ts";

/** The scope of a key has no `gate`. */
export type ReadEndpoint = Endpoint | "gate";

export interface Question {
  readonly endpoint: ReadEndpoint;
  /** Raw, without the question mark. */
  readonly query: string;
  readonly acceptLanguage: string | null;
}

/** Never echoes the client's input. */
export interface ReadProblem extends Counting {
  readonly code: ProblemCode;
  readonly detail: string;
  /** For operators, never for the client. */
  readonly query?: Pick<RefusedQuery, "code" | "sent">;
  readonly rehearsal?: RehearsalName | undefined;
}

/** Value of `drawbridge-rehearsal`. */
export type RehearsalName = "frozen" | "no-maintenance";

export interface ValidOutcome {
  readonly outcome: Outcome;
  /** Epoch ms: the answer's next change, or any instant at least a TTL ahead. */
  readonly transition: number;
  readonly app?: App;
}

export interface Answered extends ValidOutcome, Counting {
  readonly rehearsal?: RehearsalName | undefined;
}

interface Asked {
  readonly view: ProjectView;
  readonly scope: Scope;
  readonly answers: Answers;
  readonly languages: LanguageHeaders;
  readonly phoneLanguages: LanguageHeaders;
  readonly now: number;
}

/** All null means unrestricted, as in a simulation. */
export type Scope = Pick<ReadKey, "endpoints" | "platforms" | "instances">;

export const wholeScope: Scope = { endpoints: null, platforms: null, instances: null };

export const keyProblems = {
  missing: { code: "missing_api_key", detail: "Send the project's read key in the header x-api-key." },
  unknown: { code: "unknown_api_key", detail: "The key in x-api-key is not a read key of this installation." },
  expired: { code: "expired_api_key", detail: "The key in x-api-key has expired. An operator can make or rotate one." },
  revoked: { code: "revoked_api_key", detail: "The key in x-api-key was revoked. An operator can make another one." },
} as const satisfies Record<string, ReadProblem>;

export const notReady: ReadProblem = { code: "not_ready", detail: "The service is starting. Ask again in a moment." };
export function edgeNotReady(hasObjects: boolean): ReadProblem {
  const sources = hasObjects
    ? "neither its origin nor the object store has sent it a replica"
    : "its origin has not sent it a replica";
  return { code: "not_ready", detail: `This edge has nothing to answer from: ${sources} yet. Ask again in a moment.` };
}

export function keyProblem(key: ReadKey, now: number): ReadProblem | null {
  const state = credentialState(key, now);
  return state === "active" ? null : keyProblems[state];
}

export function answer(asked: Asked, { endpoint, query, acceptLanguage }: Question): ValidOutcome | ReadProblem {
  // A key for `/config` may ask `/gate` too.
  if (!allows(asked.scope, endpoint === "gate" ? "config" : endpoint)) return notAllowed("this endpoint");
  if (endpoint === "gate") return answerGate(asked, query, acceptLanguage);
  return endpoint === "config" ? answerConfig(asked, query, acceptLanguage) : answerMaintenance(asked, query, acceptLanguage);
}

function allows({ endpoints }: Scope, endpoint: Endpoint): boolean {
  return endpoints === null || endpoints.includes(endpoint);
}

function answerConfig(asked: Asked, query: string, acceptLanguage: string | null): ValidOutcome | ReadProblem {
  const { view, answers, languages, now } = asked;
  const { project } = view;
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [platformSent, versionSent, lang] = readParameters(query, configParameters);
  const found = appIn(asked, platformSent, versionSent);
  if ("code" in found) return found;
  const { platform, version } = found;
  const wanted = languages.wanted(lang?.value ?? "", acceptLanguage);
  const phase = view.ofPlatform(header, platform).at(now);
  const questionIn = ({ state }: Phase<ConfigState>) => createQuestion(state.platform, version, wanted);
  const question = questionIn(phase);
  const app = appOf(question, phase.state.maintenance !== null, null);
  const finish = (other: Phase<ConfigState>, asked = questionIn(other)) => configOutcome(project, header, asked, other, answers);
  return { ...validOutcome(phase, now + header.project.ttl, version.text, finish(phase, question), finish), app };
}

const configParameters = ["platform", "current_version", "lang"];

function answerGate(asked: Asked, query: string, acceptLanguage: string | null): ValidOutcome | ReadProblem {
  const { view, scope, answers, phoneLanguages, now } = asked;
  const { project } = view;
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [platformSent, versionSent, lang, instanceSent, osSent] = readParameters(query, gateParameters);
  const found = appIn(asked, platformSent, versionSent, repeated("instanceId", instanceSent));
  if ("code" in found) return found;
  const { platform, version } = found;
  const instance = instanceSent?.value || null;
  const problem =
    instance !== null && (allows(scope, "maintenance") ? instanceProblem(asked, instance) : notAllowed("maintenance"));
  if (problem) return problem;
  const os = osSent?.count ? parseOs(osSent.value) : null;
  const wanted = phoneLanguages.wanted(lang?.value ?? "", acceptLanguage);
  const phase = view.ofGate(header, platform, instance).at(now);
  const questionIn = ({ state: { isStepped } }: Phase<GateState>): GateQuestion => {
    const present = isStepped && platform.step !== null ? platform.step.after() : platform;
    return { ...createQuestion(present, version, wanted), instance, os };
  };
  const question = questionIn(phase);
  const app = appOf(question, phase.state.maintenance?.level === "active", os);
  const finish = (other: Phase<GateState>, asked = questionIn(other)) => gateOutcome(project, header, asked, other, answers);
  return { ...validOutcome(phase, now + header.project.ttl, version.text, finish(phase, question), finish), app };
}

const gateParameters = ["platform", "current_version", "lang", "instanceId", "os"];

function createQuestion(platform: CompiledPlatform, version: AppVersion, wanted: WantedLanguages): ConfigQuestion {
  return { platform, version, decision: platform.decisions().decide(version), wanted };
}

function appOf({ platform, version, decision }: ConfigQuestion, inMaintenance: boolean, os: App["os"]): App {
  return { platform, version, decision, inMaintenance, os };
}

function answerMaintenance(asked: Asked, query: string, acceptLanguage: string | null): ValidOutcome | ReadProblem {
  const { view, answers, languages, now } = asked;
  const { project } = view;
  const { header } = project;
  if (!header) return keyProblems.unknown;
  const [instanceSent, lang] = readParameters(query, maintenanceParameters);
  const missing = presence("instanceId", instanceSent);
  if (missing) return worstOf([missing]);
  const instance = instanceSent?.value ?? "";
  const problem = instanceProblem(asked, instance);
  if (problem) return problem;
  const wanted = languages.wanted(lang?.value ?? "", acceptLanguage);
  const phase = view.ofInstance(header, instance).at(now);
  const finish = (other: typeof phase) => maintenanceOutcome(project, header, instance, wanted, other, answers);
  return validOutcome(phase, now + header.project.ttl, "", finish(phase), finish);
}

const maintenanceParameters = ["instanceId", "lang"];

function validOutcome<State>(
  phase: Phase<State>,
  horizon: number,
  version: string,
  finished: FinishedAnswer,
  finish: (later: Phase<State>) => FinishedAnswer,
): ValidOutcome {
  const transition = nextChange(phase, horizon, (later) => finish(later).isSame(finished));
  return { outcome: finished.outcome(version), transition };
}

function instanceProblem({ view: { project }, scope }: Asked, instance: string): ReadProblem | null {
  if (scope.instances && !scope.instances.includes(instance)) return notAllowed("this instance");
  return project.instance(instance) ? null : unknownInstance;
}

const unknownInstance: ReadProblem = {
  code: "unknown_instance",
  detail: "instanceId is not an instance of the key's project.",
};

/** The platform and the version, or everything that is wrong with the query. */
function appIn(
  { view: { project }, scope }: Asked,
  platformSent: Parameter | undefined,
  versionSent: Parameter | undefined,
  other: QueryProblem | null = null,
): { readonly platform: CompiledPlatform; readonly version: AppVersion } | ReadProblem {
  const name = platformSent?.value ?? "";
  const platform = project.platform(name) ?? project.platform(name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  const version = parseAskedVersion(versionSent?.value ?? "");
  if (platform && version && platformSent?.count === 1 && versionSent?.count === 1 && !other)
    return scope.platforms && !scope.platforms.includes(platform.name) ? notAllowed("this platform") : { platform, version };
  return worstOf([
    presence("platform", platformSent),
    presence("current_version", versionSent),
    other,
    platform
      ? null
      : { code: "unknown_platform", detail: `platform must be one of ${project.platformNames.join(", ")}`, sent: name },
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

/** Before a value that does not decode (`%zz`, no UTF-8), so that it matches no valid one. */
const undecodable = "\u0000";

interface Parameter {
  readonly value: string;
  readonly count: number;
}

/** Takes the first value for each name. Names are case-sensitive. */
function readParameters(query: string, names: readonly string[]): Parameter[] {
  const found = names.map(() => ({ value: "", count: 0 }));
  let start = 0;
  while (start < query.length) {
    let end = query.indexOf("&", start);
    if (end < 0) end = query.length;
    const equals = query.indexOf("=", start);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    const parameter = found[names.indexOf(decode(query.slice(start, nameEnd)))];
    if (parameter && parameter.count++ === 0) parameter.value = decode(query.slice(Math.min(nameEnd + 1, end), end));
    start = end + 1;
  }
  return found;
}

/** As in a form, `+` is a space, and `%` starts a byte of UTF-8. */
function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return `${undecodable}${text}`;
  }
}
