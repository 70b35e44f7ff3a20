/** Decides for each request of an app whether it passes. */
import type { AppRequest } from "./app-request.ts";
import { GateAnswers } from "./gate-answers.ts";
import { printQuestion, readQuestion } from "./gate-question.ts";
import { createMissingVersionRefusal, createRefusal, type Refusal } from "./refusal.ts";
import { type ResolvedOptions, resolveOptions, type ServerGateOptions } from "./server-gate-options.ts";

export interface ServerGate {
  /** Null: the request passes, as it does whenever Drawbridge gives no answer. Never rejects. */
  check(request: AppRequest): Promise<Refusal | null>;
}

/** @throws TypeError if `baseUrl` or `key` cannot be used */
export function createServerGate(options: ServerGateOptions): ServerGate {
  const resolved = resolveOptions(options);
  const answers = new GateAnswers(resolved);
  return {
    check: async (request) => {
      try {
        return await checkRequest(resolved, answers, request);
      } catch {
        return null;
      }
    },
  };
}

async function checkRequest(options: ResolvedOptions, answers: GateAnswers, request: AppRequest): Promise<Refusal | null> {
  // A preflight request of a browser has no headers of the app.
  if (request.method === "OPTIONS" || isExempt(options, request)) return null;
  const question = readQuestion(options, request);
  if (!question) {
    return options.requireVersion ? createMissingVersionRefusal(options.versionHeader, options.platformHeader) : null;
  }
  const found = await answers.find(printQuestion(question));
  return found?.answer ? createRefusal(found.answer, options.retryAfter, options.now() + found.clockOffset) : null;
}

function isExempt({ exempt }: ResolvedOptions, request: AppRequest): boolean {
  if (typeof exempt === "function") return exempt(request);
  return exempt.some((path) => (path.endsWith("*") ? request.path.startsWith(path.slice(0, -1)) : request.path === path));
}
