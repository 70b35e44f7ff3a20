/** Decides for each request of an app whether it passes. */
import type { AppRequest } from "./app-request.ts";
import { GateAnswers } from "./gate-answers.ts";
import { readQuestion } from "./gate-question.ts";
import { findMisconfigured } from "./option-checks.ts";
import { ProblemReports } from "./problem-reports.ts";
import { createMissingVersionRefusal, createRefusal, type Refusal } from "./refusal.ts";
import { type ResolvedOptions, resolveOptions, type ServerGateOptions } from "./server-gate-options.ts";

export interface ServerGate {
  /** Null means the request passes, as it does whenever Drawbridge gives no answer. Never rejects. */
  check(request: AppRequest): Promise<Refusal | null>;
}

/**
 * An address, key, platform or instance that cannot be used is a problem `misconfigured`, and every request passes.
 * @throws TypeError that names every option of a wrong type or range
 */
export function createServerGate(options: ServerGateOptions): ServerGate {
  const resolved = resolveOptions(options);
  const problems = new ProblemReports(resolved);
  const wrong = findMisconfigured(options);
  if (wrong.length > 0) {
    const message = `${wrong.join("; ")}: nothing is asked, and every request passes.`;
    problems.report("options", { code: "misconfigured", message });
    return { check: async () => null };
  }
  const answers = new GateAnswers(resolved, problems);
  return {
    check: async (request) => {
      try {
        return await checkRequest(resolved, problems, answers, request);
      } catch (error) {
        const message = `A request could not be read (${error}): correct its adapter; meanwhile, such requests pass.`;
        problems.report("check", { code: "callback_failed", message });
        return null;
      }
    },
  };
}

async function checkRequest(
  options: ResolvedOptions,
  problems: ProblemReports,
  answers: GateAnswers,
  request: AppRequest,
): Promise<Refusal | null> {
  // A preflight request of a browser has no headers of the app.
  if (request.method === "OPTIONS" || isExempt(options, problems, request)) return null;
  const question = readQuestion(options, problems, request);
  if (!question) {
    return options.requireVersion ? createMissingVersionRefusal(options.versionHeader, options.platformHeader) : null;
  }
  const found = await answers.find(question);
  return found?.answer ? createRefusal(found.answer, options.retryAfter, options.now() + found.clockOffset) : null;
}

function isExempt({ exempt }: ResolvedOptions, problems: ProblemReports, request: AppRequest): boolean {
  if (typeof exempt !== "function") return exempt.some((path) => matchesPath(path.toLowerCase(), request.path.toLowerCase()));
  const isBoolean = (result: unknown) => typeof result === "boolean";
  return problems.call("exempt", () => exempt(request), isBoolean, "no request that it fails for is exempt") ?? false;
}

/** Many frameworks serve `/Health` and `/health/` as `/health`; headers can be left out, so that this opens nothing. */
function matchesPath(exempt: string, path: string): boolean {
  return exempt.endsWith("*") ? path.startsWith(exempt.slice(0, -1)) : path === exempt || path === `${exempt}/`;
}
