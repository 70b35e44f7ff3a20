/**
 * Dated steps that an operator planned, changed or resumed in their last minute. A guard judged them then, and the operator may have
 * overridden it: the server must not hold such a step again.
 */
import { heldAhead } from "drawbridge-rules/impact/step-hold.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { stepInstant } from "drawbridge-rules/versions/policy-step.ts";
import type { Change, CommitInput } from "./store/store.ts";

export type LateCommit = Pick<CommitInput, "at" | "actor">;

export class LateSteps {
  /** The step of each platform, as text. */
  readonly #steps = new Map<string, string>();
  readonly #late = new Set<string>();

  clear(): void {
    this.#steps.clear();
    this.#late.clear();
  }

  /** @param commit null: a row that was loaded, of which it is not known who wrote it when */
  note({ project, id, value }: Pick<Change, "project" | "id" | "value">, commit: LateCommit | null): void {
    const name = nameOf(project, id);
    // Most platforms have no step, and are not parsed.
    const policy = value?.includes('"step":') ? storedValue("platform", value).policy : null;
    const step = JSON.stringify(policy?.step) ?? "";
    if (step === (this.#steps.get(name) ?? "")) return;
    this.#late.delete(name);
    if (step === "") this.#steps.delete(name);
    else this.#steps.set(name, step);
    if (policy === null || commit === null || commit.actor === "system") return;
    const at = stepInstant(policy);
    if (at !== null && at - commit.at <= heldAhead) this.#late.add(name);
  }

  has(project: string, platform: string): boolean {
    return this.#late.has(nameOf(project, platform));
  }
}

/** Neither a project id nor the name of a platform contains a slash. */
function nameOf(project: string, platform: string): string {
  return `${project}/${platform}`;
}
