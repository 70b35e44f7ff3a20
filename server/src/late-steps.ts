/**
 * Dated steps that an operator planned or resumed in their last minute. A guard judged all that they force then, and the operator may
 * have overridden it: the server must not hold such a step again.
 */
import { heldAhead } from "drawbridge-rules/impact/step-hold.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { stepInstant } from "drawbridge-rules/versions/policy-step.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Change, CommitInput } from "./store/store.ts";

export type LateCommit = Pick<CommitInput, "at" | "actor">;

export class LateSteps {
  /** Policies with a step, by platform. */
  readonly #policies = new Map<string, VersionPolicy>();
  readonly #late = new Set<string>();

  clear(): void {
    this.#policies.clear();
    this.#late.clear();
  }

  /** @param commit null: a row that was loaded, of which it is not known who wrote it when */
  note({ project, id, value }: Pick<Change, "project" | "id" | "value">, commit: LateCommit | null): void {
    const name = nameOf(project, id);
    const before = this.#policies.get(name);
    // Most platforms have no step, and are not parsed.
    const policy = value?.includes('"step":') ? storedValue("platform", value).policy : undefined;
    if (policy?.step) this.#policies.set(name, policy);
    else this.#policies.delete(name);
    if (isWhollyJudged(policy, commit, before, this.#late.has(name))) this.#late.add(name);
    else this.#late.delete(name);
  }

  has(project: string, platform: string): boolean {
    return this.#late.has(nameOf(project, platform));
  }
}

/** @param wasLate true if the step before was judged as well */
function isWhollyJudged(
  policy: VersionPolicy | undefined,
  commit: LateCommit | null,
  before: VersionPolicy | undefined,
  wasLate: boolean,
): boolean {
  if (!policy || commit === null || commit.actor === "system") return false;
  const at = stepInstant(policy);
  if (at === null || at - commit.at > heldAhead) return false;
  // A step that was due anyway is judged by the guard only as far as the edit adds to it.
  const planned = before ? stepInstant(before) : null;
  return planned === null || planned > at || wasLate;
}

/** Neither a project id nor the name of a platform contains a slash. */
function nameOf(project: string, platform: string): string {
  return `${project}/${platform}`;
}
