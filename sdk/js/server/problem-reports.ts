/** Reports a problem when it begins or changes, not when it repeats. */
import { warn } from "../core/environment.ts";
import type { GateProblem } from "../core/gate-state.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

/** Milliseconds without a problem after which it has ended. */
const quietMs = 600_000;

export class ProblemReports {
  readonly #options: Pick<ResolvedOptions, "onProblem" | "now">;
  /** When each problem occurred last, epoch ms; of failed requests only the last one is here. */
  readonly #lastSeen = new Map<string, number>();
  #failure = "";

  constructor(options: Pick<ResolvedOptions, "onProblem" | "now">) {
    this.#options = options;
  }

  /** @param name messages of the same name are one problem: details can differ from request to request */
  report(name: string, problem: GateProblem): void {
    if (this.#begins(name)) this.#send(problem);
  }

  /** @param problem of a failed request to Drawbridge; null after a good answer */
  reportFailure(problem: GateProblem | null): void {
    const { message = "" } = problem ?? {};
    if (problem && message !== this.#failure) this.#send(problem);
    this.#failure = message;
  }

  /**
   * Calls a function of the options. Undefined means it returned nothing, or failed.
   * @param instead what happens to the request when it fails: a part of a sentence
   */
  call<Result>(name: string, call: () => Result, accepts: (result: unknown) => boolean, instead: string): Result | undefined {
    let failure = "failed";
    try {
      const result = call();
      if (result === undefined || accepts(result)) return result;
      // Its rejection would end the process.
      if (result instanceof Promise) result.catch(() => {});
      failure = `returned ${printValue(result)}`;
    } catch (error) {
      failure = `failed (${error})`;
    }
    this.report(name, { code: "callback_failed", message: `\`${name}\` ${failure}: correct it; meanwhile, ${instead}.` });
    return undefined;
  }

  #begins(name: string): boolean {
    const now = this.#options.now();
    const last = this.#lastSeen.get(name) ?? Number.NEGATIVE_INFINITY;
    this.#lastSeen.set(name, now);
    return now - last >= quietMs;
  }

  /** An error in a log must not stop a request, or the process where the log is asynchronous. */
  #send(problem: GateProblem): void {
    const { onProblem } = this.#options;
    if (onProblem) warn(problem);
    else console.warn(`Drawbridge: ${problem.message}`);
    new Promise((resolve) => resolve(onProblem?.(problem))).catch((error) => {
      if (this.#begins("onProblem")) console.warn(`Drawbridge: \`onProblem\` failed (${error}): ${problem.message}`);
    });
  }
}

export function printValue(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : String(value).slice(0, 80);
}
