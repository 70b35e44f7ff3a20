import type { Simulation, SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import { command } from "./command.ts";
import type { Given } from "./given.ts";
import { printable } from "./output.ts";
import { projectOption } from "./shared-options.ts";
import { instanceId, instant, language, platformName, projectId, version } from "./text-form.ts";

export const simulate = command({
  name: "simulate",
  meaning: "show what an app would be answered",
  options: [
    projectOption,
    { flags: "--platform <name>", meaning: "asks /config, with --version" },
    { flags: "--version <version>", meaning: "the app's version" },
    { flags: "--instance <id>", meaning: "asks /maintenance" },
    { flags: "--at <instant>", meaning: "at that time, over the state as it is now" },
    { flags: "--lang <tag>", meaning: "the language that the app wants" },
  ],
  examples: [
    "simulate --project acme-shop --platform ios --version 2.3.0 --lang de",
    "simulate --project acme-shop --instance eu-1 --at 2026-12-06T02:30:00+01:00",
  ],
  read: (given) => ({ project: given.required("project", projectId), query: readQuestion(given) }),
  async run({ project, query }, { client, output }) {
    const { status, headers, body, reason } = await client.simulate({ project, ...query });
    output.answer({ status, headers, body, reason }, () => simulationLines({ status, headers, body, reason }));
  },
});

function readQuestion(given: Given): SimulationQuery {
  const platform = given.option("platform", platformName);
  const asked = given.option("version", version);
  const instance = given.option("instance", instanceId);
  const at = given.option("at", instant);
  const lang = given.option("lang", language);
  const isConfig = platform !== null || asked !== null;
  if (!given.hasProblems) noteContradiction(given, platform, asked, instance);
  return {
    ...(isConfig ? { platform: platform ?? "", version: asked ?? "" } : { instance: instance ?? "" }),
    ...(at === null ? {} : { at }),
    ...(lang === null ? {} : { lang }),
  };
}

function noteContradiction(given: Given, platform: string | null, asked: string | null, instance: string | null): void {
  if (platform === null && asked === null && instance === null)
    given.problem("expected a question: --platform and --version, or --instance");
  else if (instance !== null && (platform !== null || asked !== null))
    given.problem("expected one question: --platform and --version, or --instance");
  else if (instance === null && asked === null) given.problem(`--version is missing: expected ${version.expected}`);
  else if (instance === null && platform === null) given.problem("--platform is missing: expected the app's platform");
}

function simulationLines({ status, headers, body, reason }: Simulation): string[] {
  return [
    `${status} ${printable(reason)}`,
    ...Object.entries(headers).map(([name, value]) => `  ${printable(name)}: ${printable(value)}`),
    "",
    ...JSON.stringify(body, null, 2).split("\n").map(printable),
  ];
}
