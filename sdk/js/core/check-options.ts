/** Options that no request can carry: settings of a build that are missing, and examples that were copied with their ellipsis. */
import type { GateOptions } from "./gate-options.ts";
import type { GateProblem } from "./gate-state.ts";

type Rule = readonly [pattern: RegExp, words: string];

const address: Rule = [/^https?:\/\/[^\s?#…]+$/i, "an address like https://gate.example/api/v1"];
const text: Rule = [/^\s*[^\s…][^…]*$/, "set and complete"];
const milliseconds: Rule = [/^\d+(\.\d+)?$/, "a number of milliseconds"];
const rules = { baseUrl: address, key: text, platform: text, version: text, startWait: milliseconds, openSpread: milliseconds };

/** @returns null if there is nothing wrong */
export function findMisconfiguration(options: GateOptions): GateProblem | null {
  for (const [name, [pattern, words]] of Object.entries(rules)) {
    const value = options[name as keyof GateOptions];
    if (!pattern.test(String(value ?? "")))
      return {
        code: "misconfigured",
        message: `The option ${name} must be ${words}, not "${value}": until you correct it, the gate is open.`,
      };
  }
  return null;
}
