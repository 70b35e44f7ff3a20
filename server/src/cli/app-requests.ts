/** Requests of apps: counted, refused, and simulated. */

import { isAdminError } from "drawbridge-client/admin";
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import {
  type Adoption,
  type AdoptionQuery,
  type CountedRequests,
  type KeyRefusals,
  maxDays,
  maxHours,
  type PlatformAdoption,
} from "drawbridge-rules/wire/adoption.ts";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { Simulation, SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import type { InstallationUsage, KeyUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import type { ParsedArguments } from "./arguments.ts";
import { type Check, fail, warn } from "./check.ts";
import { type Context, command } from "./command.ts";
import { projectOption } from "./options.ts";
import { counted, minuteText, printable, table, wrapped } from "./output.ts";
import { instanceId, instant, language, platformName, projectId, version, wholeNumber } from "./text-form.ts";

/** Versions of a platform in the table; --json has up to 1 000. */
const maxShown = 20;
/** Versions of a key on a line. */
const maxKeyVersions = 5;

export const adoption = command({
  name: "adoption",
  meaning: "show requests by platform and version of the app, or by read key",
  operands: [{ name: "PROJECT", meaning: "project id; default: requests that belong to no project", isOptional: true }],
  options: [
    { flags: "--keys", meaning: "by read key, in this hour and the 23 before it" },
    { flags: "--platform <name>", meaning: "only this platform" },
    { flags: "--hours <number>", meaning: `hours to count, the current one included; at most ${maxHours}; default: 24` },
    { flags: "--days <number>", meaning: `days to count, today included, in UTC; at most ${maxDays}` },
  ],
  examples: ["adoption acme-shop", "adoption acme-shop --platform ios --days 30", "adoption acme-shop --keys", "adoption"],
  notes: "Counts requests, not users. Read keys are public, so requests can be forged.",
  read(args) {
    const project = args.optionalOperand("PROJECT", projectId);
    const [query, isByKey] = [readSpan(args), args.flag("keys")];
    const hasSpan = Object.keys(query).length > 0;
    if (isByKey && hasSpan) args.problem("--keys counts 24 hours of all platforms: leave out --platform, --hours and --days");
    if (project === null && (isByKey || hasSpan)) args.problem("PROJECT is required with options");
    return { project, query, isByKey };
  },
  async run({ project, query, isByKey }, context) {
    const { client, output, line } = context;
    if (project === null) {
      const found = await client.getInstallationUsage();
      return output.answer(found, () => installationLines(found, output.columns));
    }
    if (isByKey) return answerByKey(project, context);
    const found = await client.getAdoption({ project, ...query });
    const refused = output.isJson ? [] : await refusedLines(project, found.refused, { client, output });
    output.answer(found, () => [
      ...adoptionLines(project, found, output.columns),
      ...refused,
      ...suggestionLines(line(`policy release --project ${project}`), found.platforms),
    ]);
  },
});

async function answerByKey(project: string, { client, output }: Context): Promise<void> {
  const [found, keys] = await Promise.all([client.getUsage({ project }), client.listAll("listReadKeys", { project })]);
  const refused = output.isJson ? [] : await refusedLines(project, found.refused, { client, output });
  output.answer(found, () => [...keyLines(project, found, keys, output.columns), ...refused]);
}

function readSpan(args: ParsedArguments): AdoptionQuery {
  const platform = args.option("platform", platformName);
  const hours = args.option("hours", wholeNumber(1, maxHours));
  const days = args.option("days", wholeNumber(1, maxDays));
  if (hours !== null && days !== null) args.problem("--hours and --days cannot be combined: keep one");
  return {
    ...(platform === null ? {} : { platform }),
    ...(hours === null ? {} : { hours }),
    ...(days === null ? {} : { days }),
  };
}

function adoptionLines(project: string, { from, platforms }: Adoption, columns: number | null): string[] {
  const used = platforms.filter(({ total }) => total.requests > 0);
  if (used.length === 0) return [`No requests of ${project} since ${minuteText(from)}.`];
  const heading = ["PLATFORM", "VERSION", "REQUESTS", "SHARE", "ALLOWED", "RECOMMENDED", "FORCED", "MAINTENANCE"];
  const hidden = used.reduce((sum, { versions }) => sum + Math.max(0, versions.length - maxShown), 0);
  return [
    `Requests since ${minuteText(from)}:`,
    "",
    ...table(heading, used.flatMap(platformRows), columns),
    ...(hidden > 0 ? ["", `${counted(hidden, "more version")}; --json lists them.`] : []),
    ...forcedLines(platforms),
  ];
}

/** By the present policy, which may be newer than the counted answers. */
function forcedLines(platforms: readonly PlatformAdoption[]): string[] {
  const lines = platforms.flatMap(({ platform, present }) => {
    const { requests_24h, forced_24h, changed } = present;
    if (forced_24h === 0) return [];
    const share = `${formatShare(forced_24h, requests_24h)} of the requests of the last 24 hours`;
    const by =
      changed && `, since revision ${changed.revision} by ${changed.actor_name ?? changed.actor} at ${minuteText(changed.at)}`;
    return [printable(`The present policy of ${platform} forces ${share} to update${by ?? ""}.`)];
  });
  return lines.length > 0 ? ["", ...lines] : [];
}

/** @param release command that declares a release, up to its platform */
function suggestionLines(release: string, platforms: readonly PlatformAdoption[]): string[] {
  return platforms.flatMap(({ platform, present, suggested }) =>
    suggested.flatMap(({ version, first_seen, requests_24h }) => {
      const share = `${formatShare(requests_24h, present.requests_24h)} of the requests of the last 24 hours`;
      return [
        "",
        printable(`New version of ${platform}, not declared as a release: ${version}, first seen on ${first_seen}, ${share}.`),
        printable(`  ${release} --platform ${platform} --version ${version} --date ${first_seen}`),
      ];
    }),
  );
}

function platformRows({ platform, total, versions, other }: PlatformAdoption): string[][] {
  const row = (name: string, counts: CountedRequests) => {
    const { requests, allowed, recommended, forced, maintenance } = counts;
    const numbers = [allowed, recommended, forced, maintenance].map(String);
    return [platform, name, String(requests), formatShare(requests, total.requests), ...numbers];
  };
  return [
    ...versions.slice(0, maxShown).map((each) => row(each.version, each)),
    ...(other.requests > 0 ? [row("other", other)] : []),
    ...(versions.length > 1 || other.requests > 0 ? [row("all", total)] : []),
  ];
}

function installationLines({ refused }: InstallationUsage, columns: number | null): string[] {
  if (refused.length === 0) return ["Every request in the last 24 hours had the key of a project."];
  return [
    "Answered 401 in the last 24 hours:",
    "",
    ...table(
      ["REASON", "REQUESTS"],
      refused.map(({ reason, requests }) => [reasonWords[reason], String(requests)]),
      columns,
    ),
  ];
}

function keyLines(project: string, { keys }: ProjectUsage, all: readonly ListedReadKey[], columns: number | null): string[] {
  const nameOf = (id: string) => all.find((key) => key.id === id)?.name ?? "";
  const used = keys.map(({ key, requests, ...use }) => [key, nameOf(key), String(requests), versionsText(use)]);
  return used.length === 0
    ? [`No requests with a key of ${project} in the last 24 hours.`]
    : table(["KEY", "NAME", "REQUESTS", "VERSIONS"], used, columns);
}

const reasonWords = { missing: "no key", malformed: "malformed key", unknown: "unknown key" } as const;

function versionsText({ versions, other_requests: others }: Pick<KeyUsage, "versions" | "other_requests">): string {
  const first = versions.slice(0, maxKeyVersions);
  const rest = versions.slice(maxKeyVersions).reduce((sum, { requests }) => sum + requests, others);
  const told = first.map(({ platform, version, requests }) => `${platform} ${version}: ${requests}`);
  return [...told, ...(rest > 0 ? [`${counted(rest, "other")}`] : [])].join(", ");
}

type Client = Context["client"];

/** A section; empty if no request was refused. */
async function refusedLines(
  project: string,
  refused: readonly KeyRefusals[],
  { client, output }: Pick<Context, "client" | "output">,
): Promise<string[]> {
  if (refused.length === 0) return [];
  const sentences = await refusedSentences(client, project, refused);
  return ["", "Refused requests (last 24 hours):", ...sentences.flatMap((each) => wrapped(`  ${each}`, 4, output.columns))];
}

/** Names projects whose apps get 400: no other check notices, since such apps keep running. For administrators. */
export async function checkRefused({ client, line }: Pick<Context, "client" | "line">): Promise<Check[]> {
  try {
    const { refused_projects: projects } = await client.getInstallationUsage();
    const checks: Check[] = [];
    for (const project of projects) checks.push(...(await checkProject(project, client, line(`adoption ${project}`))));
    return checks;
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return error.code === "forbidden" ? [] : [fail("refused", `${error.status}: ${error.detail}`)];
  }
}

/** @param list command that lists all of it */
async function checkProject(project: string, client: Client, list: string): Promise<Check[]> {
  const found = await client.getUsage({ project }).catch((error: unknown) => {
    // It was deleted, and its counts soon are.
    if (isAdminError(error) && error.status === 404) return null;
    throw error;
  });
  const queries = found?.refused.filter(({ example }) => example !== null) ?? [];
  const [sentence] = await refusedSentences(client, project, queries.slice(0, 1));
  if (sentence === undefined) return [];
  const more = queries.length > 1 ? ` ${counted(queries.length - 1, "more reason")}: ${list}` : "";
  return [warn("refused", `${project}, last 24 hours: ${sentence}${more}`)];
}

async function refusedSentences(client: Client, project: string, refused: readonly KeyRefusals[]): Promise<string[]> {
  const keys = refused.length === 0 ? [] : await client.listAll("listReadKeys", { project });
  return refused.map((each) => printable(refusedSentence(each, keys)));
}

function refusedSentence({ key, reason, requests, example }: KeyRefusals, keys: readonly ListedReadKey[]): string {
  const name = keys.find(({ id }) => id === key)?.name || key;
  return refusalWords[reason](`${counted(requests, "request")} of the key ${name}`, example ?? "");
}

const ungated = "They get 400, so no update and no maintenance reaches these apps";

const refusalWords: Readonly<Record<KeyRefusals["reason"], (requests: string, example: string) => string>> = {
  expired: (requests) => `${requests} got 401: the key has expired.`,
  revoked: (requests) => `${requests} got 401: the key was revoked.`,
  not_allowed: (requests) => `${requests} got 403: outside the key's scope.`,
  missing_parameter: (requests, names) => `${requests} sent no ${names}. ${ungated}: send it.`,
  repeated_parameter: (requests, names) => `${requests} sent ${names} more than once. ${ungated}: send it once.`,
  unknown_platform: (requests, platform) =>
    `${requests} named a platform that the project does not have, such as \`${platform}\`. ${ungated}: send one that it has, or add it.`,
  invalid_version: (requests, version) =>
    `${requests} sent no version that can be read, such as \`${version}\`. ${ungated}: send one such as 2.5.0, 2.5.0-beta.1 or 2.5.0+45.`,
};

export const simulate = command({
  name: "simulate",
  meaning: "preview the answer that an app would get",
  options: [
    projectOption,
    { flags: "--platform <name>", meaning: "query /config; requires --version" },
    { flags: "--version <version>", meaning: "the app's version" },
    { flags: "--instance <id>", meaning: "query /maintenance; with --gate, the instance that the app asks about" },
    { flags: "--gate", meaning: "query /gate; requires --platform and --version" },
    { flags: "--at <instant>", meaning: "time to evaluate: an instant, or a duration from now" },
    { flags: "--lang <tag>", meaning: "language that the app requests" },
  ],
  examples: [
    "simulate --project acme-shop --platform ios --version 2.3.0 --lang de",
    "simulate --project acme-shop --gate --platform ios --version 2.3.0 --instance eu-1",
    "simulate --project acme-shop --instance eu-1 --at 2026-12-06T02:30:00+01:00",
  ],
  read: (args) => ({ project: args.required("project", projectId), query: readQuestion(args) }),
  async run({ project, query }, { client, output }) {
    const { status, headers, body, reason } = await client.simulate({ project, ...query });
    output.answer({ status, headers, body, reason }, () => simulationLines({ status, headers, body, reason }));
  },
});

function readQuestion(args: ParsedArguments): SimulationQuery {
  const platform = args.option("platform", platformName);
  const asked = args.option("version", version);
  const instance = args.option("instance", instanceId);
  const at = args.option("at", instant);
  const lang = args.option("lang", language);
  const isGate = args.flag("gate");
  const isOfVersion = platform !== null || asked !== null || isGate;
  if (!args.hasProblems) noteContradiction(args, platform, asked, instance, isGate);
  const app = { platform: platform ?? "", version: asked ?? "" };
  const gate = { ...app, endpoint: "gate" as const, ...(instance === null ? {} : { instance }) };
  return {
    ...(isGate ? gate : isOfVersion ? app : { instance: instance ?? "" }),
    ...(at === null ? {} : { at }),
    ...(lang === null ? {} : { lang }),
  };
}

function noteContradiction(
  args: ParsedArguments,
  platform: string | null,
  asked: string | null,
  instance: string | null,
  isGate: boolean,
): void {
  if (isGate && (platform === null || asked === null)) args.problem("--gate requires --platform and --version");
  else if (isGate) return;
  else if (platform === null && asked === null && instance === null)
    args.problem("expected --platform and --version, or --instance");
  else if (instance !== null && (platform !== null || asked !== null))
    args.problem("expected either --platform and --version, or --instance");
  else if (instance === null && asked === null) args.problem(`--version is missing: expected ${version.expected}`);
  else if (instance === null && platform === null) args.problem("--platform is missing: expected the app's platform");
}

function simulationLines({ status, headers, body, reason }: Simulation): string[] {
  return [
    `${status} ${printable(reason)}`,
    ...Object.entries(headers).map(([name, value]) => `  ${printable(name)}: ${printable(value)}`),
    "",
    ...JSON.stringify(body, null, 2).split("\n").map(printable),
  ];
}
