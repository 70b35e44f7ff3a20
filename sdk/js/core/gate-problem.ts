/** Problems of a gate. Each message is one sentence: what was wrong, and what to do. */
import type { GateProblem } from "./gate-state.ts";

export function offline(baseUrl: string): GateProblem {
  return { code: "offline", message: `No answer came from ${baseUrl}: check the address and the network.` };
}

/** True if the server asks for another time instead of another request. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** @param reason the code that the server sent, if any */
export function refused(baseUrl: string, status: number, reason = ""): GateProblem {
  const advice = isBusy(status) ? "the gate asks again later" : "check the address, key, platform, version and instanceId";
  return { code: "refused", message: `${baseUrl} answered ${status}${reason && ` ${reason}`}: ${advice}.`, status, reason };
}

export function invalidAnswer(baseUrl: string): GateProblem {
  return {
    code: "invalid_answer",
    message: `${baseUrl} sent something else than an answer: check the address and the proxies on the way.`,
  };
}

export function refusedLink(link: string): GateProblem {
  return {
    code: "invalid_answer",
    message: `The store link ${link} is of no known store: correct it, or add to allowedHosts or allowedSchemes.`,
  };
}

export function callbackFailed(name: string, error: unknown): GateProblem {
  return { code: "callback_failed", message: `The app's ${name} failed (${error}): handle the error there.` };
}
