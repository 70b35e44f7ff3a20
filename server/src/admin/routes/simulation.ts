/** Runs the code of an app's read over the current state, with the clock moved. */

import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { instantProblem, parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import { ruleFor } from "drawbridge-rules/versions/forcing-rule.ts";
import type { ForcingRule } from "drawbridge-rules/wire/platform.ts";
import type * as wire from "drawbridge-rules/wire/simulation.ts";
import type { simulationQuery } from "drawbridge-rules/wire/simulation.ts";
import type { Wire } from "drawbridge-rules/wire/values.ts";
import type { ReadEndpoint, ReadProblem, ValidOutcome } from "../../reads/catalog/answer.ts";
import { textOf } from "../../reads/catalog/finished-answer.ts";
import { problem, type ReadAnswer, settledAnswer } from "../../reads/read-api.ts";
import type { AdminServices } from "../admin-services.ts";
import { printRule, ruleNames } from "../answer/marks-wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { loadProjectState, projectNotFound, readProjectId } from "../request/permission.ts";

export function simulationRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("simulate", {
      permission: "viewer",
      tag: "Simulation",
      summary: "Simulate the answer to an app",
      answers: { 200: { description: "The simulated answer, whatever its status" } },
      handle: async (request) => simulate(services, request),
    }),
  ];
}

type SimulationRequest = AdminRequest<Wire<typeof simulationQuery>>;

async function simulate(services: AdminServices, request: SimulationRequest): Promise<AdminAnswer> {
  const { catalog, now } = services;
  const project = readProjectId(request);
  const { endpoint, raw, at } = questionIn(request.query, now());
  const found = catalog.simulate(project, endpoint, raw, at);
  if (!found) throw projectNotFound();
  const { status, headers, body } = "code" in found ? problem(found.code, found.detail) : settledAnswer(found, null, at);
  const fields = JSON.parse(textOf(body ?? "{}"));
  const reason = reasonOf(found, fields, at);
  const isDecided = !("code" in found) && endpoint !== "maintenance";
  const forced_by = isDecided ? await forcingRule(services, request, at) : null;
  const simulation: wire.Simulation = { status, headers: named(headers), body: fields, reason, forced_by };
  return { status: 200, body: simulation };
}

async function forcingRule(services: AdminServices, request: SimulationRequest, at: number): Promise<ForcingRule | null> {
  const { state } = await loadProjectState(services, request);
  const { platform = "", version: text = "" } = request.query;
  const version = parseAskedVersion(text);
  const rule = version && ruleFor(state.platform.get(platform.toLowerCase()), version, at);
  return rule ? printRule(rule, await ruleNames(services, [rule])) : null;
}

/** An incomplete query stays as it is: the answer is the one that an app would get. @throws invalid */
function questionIn({ platform, version, instance, endpoint, at, lang, os }: Wire<typeof simulationQuery>, now: number) {
  const instant = at === undefined ? now : parseInstantAhead(at, now);
  if (instant === null) throwIfAny([{ path: "at", message: instantProblem(at) }], "the query");
  const isOfInstance = instance !== undefined && platform === undefined && version === undefined;
  const asked = Object.entries({ platform, current_version: version, instanceId: instance, lang, os });
  const given = asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const raw = new URLSearchParams(given).toString();
  const usual: ReadEndpoint = isOfInstance ? "maintenance" : "config";
  return { endpoint: endpoint ?? usual, raw, at: instant ?? now };
}

function named(flat: ReadAnswer["headers"]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 1; i < flat.length; i += 2) headers[(flat[i - 1] ?? "").toLowerCase()] = flat[i] ?? "";
  return headers;
}

function reasonOf(found: ValidOutcome | ReadProblem, body: Readonly<Record<string, unknown>>, at: number): string {
  if ("code" in found) return found.code;
  if (found.outcome.reason !== null) return found.outcome.reason;
  if (body.is_maintenance === true) return "active";
  const start = Date.parse(String(body.start_time));
  // Nothing to report is 1970 or null, as the project asks for.
  if (!(start > 0)) return "none";
  if (start <= at) return "ended";
  return Date.parse(String(body.remainder_start)) <= at ? "announced" : "scheduled";
}
