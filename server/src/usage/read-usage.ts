/**
 * Who asks with which read key, and who is refused: counts by the hour in memory, for reads to add to without waiting for anything.
 * It holds no address and no text of a key, and its size does not depend on what clients send.
 */
import type { UsageCount } from "../store/usage.ts";
import { hourOf, toldHours } from "./hour-ring.ts";
import { KeyUse, type VersionRoom } from "./key-use.ts";
import { type AnonymousRefusal, Tally, type TallyBook } from "./tally.ts";

/** Versions that are counted apart in the whole installation; with what each costs, some 15 MB. */
const mostVersionsInAll = 20_000;

/** Counts that were taken to be written. */
export interface TakenUsage {
  readonly tally: Tally;
  readonly counts: readonly UsageCount[];
}

export class ReadUsage {
  /** Of requests that belong to no project. */
  readonly anonymous: Readonly<Record<AnonymousRefusal, Tally>>;
  readonly #keys = new Map<string, KeyUse>();
  readonly #room: VersionRoom;
  readonly #changed = new Set<Tally>();
  #gone: { readonly project: string; readonly key: string }[] = [];
  readonly #book: TallyBook = {
    opened: (tally) => {
      this.#changed.add(tally);
      return true;
    },
    dropped: (tally) => void this.#changed.delete(tally),
  };

  constructor(versions = mostVersionsInAll) {
    this.#room = { left: versions };
    const nobodys = (outcome: AnonymousRefusal) =>
      new Tally({ project: "", key: "", outcome, platform: "", version: "" }, this.#book);
    this.anonymous = { missing: nobodys("missing"), malformed: nobodys("malformed"), unknown: nobodys("unknown") };
  }

  /** Of a key that there is. */
  of(project: string, key: string): KeyUse {
    const name = keyName(project, key);
    const known = this.#keys.get(name);
    if (known) return known;
    const made = new KeyUse(project, key, this.#book, this.#room);
    this.#keys.set(name, made);
    return made;
  }

  /** Null: nobody has asked with it. */
  find(project: string, key: string): KeyUse | null {
    return this.#keys.get(keyName(project, key)) ?? null;
  }

  /** Of keys that there are, in the order in which they were first asked with. */
  *refusals(): Iterable<Tally> {
    for (const use of this.#keys.values()) if (use.isRefused) yield* use.refusals;
  }

  /** The key is gone. */
  forget(project: string, key: string): void {
    const use = this.find(project, key);
    use?.forgetVersions();
    for (const tally of use ? [use.letIn, ...use.refusals] : []) tally.drop();
    this.#keys.delete(keyName(project, key));
    this.#gone.push({ project, key });
  }

  /** Takes in what was counted before. @param isKey whether there is such a key still; @param now epoch ms */
  load(counts: readonly UsageCount[], isKey: (project: string, key: string) => boolean, now: number): void {
    const oldest = hourOf(now) - toldHours;
    // The frequent ones first: there may be more versions than there is room for.
    for (const count of counts.toSorted((a, b) => b.count - a.count)) {
      const { project, key, outcome, hour } = count;
      if (hour <= oldest) continue;
      if (key === "") this.anonymous[outcome as AnonymousRefusal]?.add(hour, count.count);
      else if (isKey(project, key)) this.of(project, key).add(count);
    }
  }

  /** What was counted since the last time that this was asked. */
  take(): TakenUsage[] {
    const tallies = [...this.#changed];
    this.#changed.clear();
    return tallies.map((tally) => ({
      tally,
      counts: tally.take().map(({ hour, count }) => ({ ...tally.counted, hour, count })),
    }));
  }

  /** It was taken, and could not be written. */
  putBack(taken: readonly TakenUsage[]): void {
    for (const { tally, counts } of taken) {
      for (const { hour, count } of counts) tally.putBack(hour, count);
      if (counts.length > 0) this.#changed.add(tally);
    }
  }

  /** Keys that are gone since the last time that this was asked. */
  takeGone(): { readonly project: string; readonly key: string }[] {
    return this.#gone.splice(0);
  }

  putBackGone(gone: readonly { readonly project: string; readonly key: string }[]): void {
    this.#gone.push(...gone);
  }

  /** Gives back the memory of what is too old to be told. */
  forgetOld(now: number): void {
    for (const use of this.#keys.values()) use.forgetOld(now);
  }
}

/** Neither the id of a project nor that of a key has a slash in it. Of a read key, among all that is ever shown. */
export function keyName(project: string, key: string): string {
  return `${project}/${key}`;
}
