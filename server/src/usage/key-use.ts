/** The requests of one read key: those that were let in, by which versions of apps, and those that were refused. */
import type { UsageCount } from "../store/usage.ts";
import { type KeyRefusal, Tally, type TallyBook, type UsageOutcome } from "./tally.ts";

/** Versions of one key that are counted apart: more than are ever shown, so that those that are shown are right. */
export const mostVersions = 32;

/** How many versions may still be counted apart, of whatever key. */
export interface VersionRoom {
  left: number;
}

export class KeyUse {
  readonly letIn: Tally;
  readonly #name: { readonly project: string; readonly key: string };
  readonly #book: TallyBook;
  readonly #room: VersionRoom;
  readonly #versionBook: TallyBook = {
    opened: (tally, now) => this.#hold(tally, now),
    dropped: (tally) => this.#book.dropped(tally),
  };
  readonly #refused = new Map<KeyRefusal, Tally>();
  /** By platform and version. */
  readonly #versions = new Map<string, Tally>();

  constructor(project: string, key: string, book: TallyBook, room: VersionRoom) {
    this.#name = { project, key };
    this.#book = book;
    this.#room = room;
    this.letIn = this.#make("let_in");
  }

  refused(outcome: KeyRefusal): Tally {
    const known = this.#refused.get(outcome);
    if (known) return known;
    const made = this.#make(outcome);
    this.#refused.set(outcome, made);
    return made;
  }

  /** Of the same requests as `letIn`; where there are many versions, rare ones may be missing. */
  version(platform: string, version: string): Tally {
    const counted = { ...this.#name, outcome: "let_in", platform, version } as const;
    return this.#versions.get(nameOf(counted)) ?? new Tally(counted, this.#versionBook);
  }

  /** Whether it ever was. */
  get isRefused(): boolean {
    return this.#refused.size > 0;
  }

  get refusals(): readonly Tally[] {
    return [...this.#refused.values()];
  }

  get versions(): readonly Tally[] {
    return [...this.#versions.values()];
  }

  /** Lets go of versions that sent nothing for a day. */
  forgetOld(now: number): void {
    for (const tally of this.#versions.values()) if (tally.sum(now) === 0) this.#release(tally);
  }

  forgetVersions(): void {
    for (const tally of this.#versions.values()) this.#release(tally);
  }

  /** Takes in what was counted before. */
  add({ outcome, platform, version, hour, count }: UsageCount): void {
    if (outcome !== "let_in") this.refused(outcome as KeyRefusal).add(hour, count);
    else if (version === "") this.letIn.add(hour, count);
    else this.#addVersion(platform, version, hour, count);
  }

  #addVersion(platform: string, version: string, hour: number, count: number): void {
    const tally = this.version(platform, version);
    const isHeld = this.#versions.has(nameOf(tally.counted));
    if (!isHeld && (this.#versions.size >= mostVersions || this.#room.left <= 0)) return;
    if (!isHeld) this.#keep(tally);
    tally.add(hour, count);
  }

  #keep(tally: Tally): void {
    this.#room.left--;
    this.#versions.set(nameOf(tally.counted), tally);
  }

  #make(outcome: UsageOutcome): Tally {
    return new Tally({ ...this.#name, outcome, platform: "", version: "" }, this.#book);
  }

  /** A newcomer takes the place of the rarest, so that made-up versions push out each other. */
  #hold(tally: Tally, now: number): boolean {
    const held = this.#versions.get(nameOf(tally.counted));
    if (held && held !== tally) {
      // It was pushed out, and another answer to the same version has come back before it.
      held.count(now);
      return false;
    }
    if (!held) {
      if (this.#versions.size >= mostVersions || this.#room.left <= 0) this.#releaseRarest(now);
      if (this.#room.left <= 0) return false;
      this.#keep(tally);
    }
    return this.#book.opened(tally, now);
  }

  #releaseRarest(now: number): void {
    let rarest: Tally | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const tally of this.#versions.values()) {
      const sum = tally.sum(now);
      if (sum < least) [rarest, least] = [tally, sum];
    }
    if (rarest) this.#release(rarest);
  }

  #release(tally: Tally): void {
    tally.drop();
    if (this.#versions.delete(nameOf(tally.counted))) this.#room.left++;
  }
}

function nameOf({ platform, version }: { readonly platform: string; readonly version: string }): string {
  return `${platform} ${version}`;
}
