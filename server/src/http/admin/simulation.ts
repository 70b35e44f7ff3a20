/** What an app would be told: the same code that answers it, with the clock moved over the state as it is. */

import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { instantRule, parseInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/simulation.ts";
import type { simulationQuery } from "drawbridge-rules/wire/simulation.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { ReadProblem } from "../../catalog/answer.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Settled } from "../../catalog/settle.ts";
import { problem, type ReadAnswer, settledAnswer } from "../read-api.ts";
import { noProject, projectIn } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";

interface SimulationServices {
  readonly catalog: Catalog;
  /** Epoch ms. */
  readonly now: () => number;
}

export function simulationRoutes(workings: SimulationServices): AdminRoute[] {
  return [
    route("simulate", {
      permission: "viewer",
      tag: "Simulation",
      summary: "Simulate the answer to an app",
      answers: { 200: { description: "The answer, whatever its own status" } },
      handle: async (request) => simulate(workings, request),
    }),
  ];
}

function simulate({ catalog, now }: SimulationServices, request: AdminRequest<Wire<typeof simulationQuery>>): AdminAnswer {
  const project = projectIn(request);
  const { endpoint, raw, at } = questionIn(request.query, now());
  const found = catalog.simulate(project, endpoint, raw, at);
  if (!found) throw noProject();
  const { status, headers, body } = "code" in found ? problem(found.code, found.detail) : settledAnswer(found, null, at);
  const fields = JSON.parse(body?.toString("utf8") ?? "{}");
  const simulation: wire.Simulation = { status, headers: named(headers), body: fields, reason: reasonOf(found, fields, at) };
  return { status: 200, body: simulation };
}

interface Question {
  readonly endpoint: Endpoint;
  readonly raw: string;
  /** Epoch ms. */
  readonly at: number;
}

/** @throws invalid */
function questionIn({ platform, version, instance, at, lang }: Wire<typeof simulationQuery>, now: number): Question {
  const problems: Problem[] = [];
  const isConfig = platform !== undefined || version !== undefined;
  if (isConfig === (instance !== undefined)) problems.push({ path: "", message: "expected platform and version, or instance" });
  else if (isConfig && platform === undefined)
    problems.push({ path: "platform", message: "expected the platform of that version" });
  else if (isConfig && version === undefined) problems.push({ path: "version", message: "expected the version of the app" });
  const instant = at === undefined ? now : parseInstant(at);
  if (instant === null) problems.push({ path: "at", message: `expected ${instantRule}` });
  throwIfAny(problems, "the query");
  const asked = isConfig ? { platform: platform ?? "", current_version: version ?? "" } : { instanceId: instance ?? "" };
  const raw = new URLSearchParams({ ...asked, ...(lang === undefined ? {} : { lang }) }).toString();
  return { endpoint: isConfig ? "config" : "maintenance", raw, at: instant ?? now };
}

function named(flat: ReadAnswer["headers"]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 1; i < flat.length; i += 2) headers[(flat[i - 1] ?? "").toLowerCase()] = flat[i] ?? "";
  return headers;
}

function reasonOf(found: Settled | ReadProblem, body: Readonly<Record<string, unknown>>, at: number): string {
  if ("code" in found) return found.code;
  if (found.outcome.reason !== null) return found.outcome.reason;
  if (body.is_maintenance === true) return "in_force";
  const start = Date.parse(String(body.start_time));
  // Nothing to report is 1970 or null, as the project asks for.
  if (!(start > 0)) return "none";
  return start > at ? "upcoming" : "over";
}
