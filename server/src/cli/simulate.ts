import type { Simulation, SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import { command } from "./command.ts";
import { printable } from "./output.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { projectOption } from "./shared-options.ts";
import { instanceId, instant, language, platformName, projectId, version } from "./text-form.ts";

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
