/** Problems of a gate. Each message is one sentence: what was wrong, what is accepted, and what to do. */
import type { GateOptions } from "./gate-options.ts";
import type { GateProblem } from "./gate-state.ts";

/** Options that no request can carry: settings of a build that are missing, and examples that were copied with their ellipsis. */
const rules = [
  [/^https?:\/\/[^\s?#…]+$/i, "like https://gate.example/api/v1", "baseUrl"],
  [/^\s*[^\s…][^…]*$/, "set and complete", "key", "platform", "version"],
  [/^\d+(\.\d+)?$/, "milliseconds", "startWait", "openSpread", "beforeBlockTime"],
] as const;

/** @returns null if there is nothing wrong */
export function findMisconfiguration(options: GateOptions): GateProblem | null {
  for (const [form, words, ...names] of rules)
    for (const name of names)
      if (!form.test(String(options[name] ?? ""))) {
        const message = `The option ${name} must be ${words}, not "${options[name]}": correct it.`;
        return { code: "misconfigured", message };
      }
  return null;
}

export function offline(baseUrl: string): GateProblem {
  return { code: "offline", message: `No answer came from ${baseUrl}: check the address and the network.` };
}

/** @param reason the code that the server sent, if any */
export function refused(baseUrl: string, status: number, reason: string): GateProblem {
  const message = `${baseUrl} answered ${status}${reason && ` ${reason}`}: check the options and the server.`;
  return { code: "refused", message, status, reason };
}

export function invalidAnswer(baseUrl: string): GateProblem {
  return { code: "invalid_answer", message: `${baseUrl} sent no answer of a gate: check the address and the network.` };
}

export function refusedLink(link: string): GateProblem {
  return { code: "invalid_answer", message: `The store link ${link} is of no known store: correct or allow it.` };
}

export function callbackFailed(name: string, error: unknown): GateProblem {
  return { code: "callback_failed", message: `The app's ${name} failed (${error}): correct it.` };
}
