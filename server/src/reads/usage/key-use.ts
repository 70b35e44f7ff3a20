/** Requests of one read key: admitted ones by hour and by app version, and refused ones by reason. */
import { type KeyRefusal, Tally, type TallyBook, type UsageOutcome } from "./tally.ts";
import type { CountedKey } from "./version-place.ts";
import type { LastVersion, VersionOfKey } from "./version-table.ts";

/** Requests of one version of a platform in the last 24 hours. */
export interface KeyVersion extends VersionOfKey {
  readonly platform: string;
}

/** The last request of a key, with its platform. */
export interface KeyLast extends LastVersion {
  readonly platform: string;
}

export class KeyUse implements CountedKey {
  readonly project: string;
  readonly key: string;
  readonly letIn: Tally;
  readonly #book: TallyBook;
  readonly #refused = new Map<KeyRefusal, Tally>();

  constructor(project: string, key: string, book: TallyBook) {
    this.project = project;
    this.key = key;
    this.#book = book;
    this.letIn = this.#make("let_in");
  }

  refused(outcome: KeyRefusal): Tally {
    const known = this.#refused.get(outcome);
    if (known) return known;
    const made = this.#make(outcome);
    this.#refused.set(outcome, made);
    return made;
  }

  /** True if a request with this key was ever refused. */
  get isRefused(): boolean {
    return this.#refused.size > 0;
  }

  get refusals(): readonly Tally[] {
    return [...this.#refused.values()];
  }

  #make(outcome: UsageOutcome): Tally {
    return new Tally({ project: this.project, key: this.key, outcome }, this.#book);
  }
}
