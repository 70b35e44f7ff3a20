/**
 * Requests of a platform by version of the app: a bounded number of places, each counted exactly, and *other*. A newcomer is
 * counted in *other* until it is certain to be more frequent than the rarest place, and then takes that. Counting a version that
 * has a place is a lookup and an addition, and allocates nothing.
 */
import { maxVersionLength, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { canonicalText, namedVersions } from "drawbridge-rules/versions/canonical-version.ts";
import type { CompiledPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { ownText } from "../base/own-text.ts";
import { TextMap } from "../base/text-map.ts";
import type { OutcomeCounts } from "../store/usage.ts";
import { hourMs, hourNumber, reportedHours } from "./hourly-counts.ts";
import { Probation } from "./probation.ts";
import { type CountedKey, sumOf, type TakenHour, type VersionCell, VersionPlace } from "./version-place.ts";

/** Versions of a platform with a place. Only a policy that names more gets more. */
export const maxVersions = 1_000;
/** Texts of one version that are found without parsing. */
const maxSpellings = 4;

/** How many more cells there may be, of all tables together. */
export interface CellRoom {
  left: number;
}

/** Counts of one version and key since the last `take`. */
export interface TakenVersion extends TakenHour {
  /** Canonical; "" for *other*. */
  readonly version: string;
  readonly spelling: string;
  readonly isNamed: boolean;
  /** Null: counted without its key. */
  readonly key: CountedKey | null;
}

/** Requests of one version with one key in the last 24 hours. */
export interface VersionOfKey {
  /** As the app wrote it first. */
  readonly version: string;
  readonly requests: number;
}

export interface LastVersion {
  /** As the app wrote it first. */
  readonly version: string;
  /** Epoch ms. */
  readonly at: number;
}

export class VersionTable {
  readonly #room: CellRoom;
  readonly #seed: number;
  readonly #places = new Set<VersionPlace>();
  /** Places by canonical text, and by some spellings. */
  readonly #byText: TextMap<VersionPlace>;
  readonly #other = new VersionPlace("", "", false);
  readonly #otherCell = this.#other.open(null);
  /** Created when a version finds no place: most tables are never full. */
  #probation: Probation | null = null;
  readonly #changed = new Set<VersionPlace>();
  /** Places among the changed that were taken by another version. */
  #released = 0;
  /** Requests by outcome since the start, without those in `fresh`. */
  readonly #answered: [number, number, number, number] = [0, 0, 0, 0];
  #policy: CompiledPolicy | null = null;
  /** Canonical texts of the versions that the policy names. */
  #named: TextMap<true>;
  /** No place without a name has a lower rank. */
  #least = 0;
  #hour = Number.NEGATIVE_INFINITY;
  /** Epoch ms of the current hour. */
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  constructor(room: CellRoom, seed: number) {
    this.#room = room;
    this.#seed = seed;
    this.#byText = new TextMap(seed);
    this.#named = new TextMap(seed);
  }

  /** Counts one request. @param spelling the version as sent; @param outcome value of `versionOutcome`; @param now epoch ms */
  count(spelling: string, key: CountedKey, outcome: number, now: number): void {
    if (now < this.#from || now >= this.#until) this.#enter(hourNumber(now));
    const place = this.#byText.get(spelling) ?? this.#find(spelling, this.#hour, 1);
    const cell = place === this.#other ? this.#otherCell : (place.cell(key) ?? this.#openCell(place, key));
    (cell.fresh[outcome] as number)++;
    cell.last = now;
    this.#noted(place, 1);
  }

  /**
   * Adds requests that another process counted.
   * @param isNamed whether the policy names the version there
   * @param last epoch ms of the latest of them
   */
  add(spelling: string, isNamed: boolean, key: CountedKey | null, hour: number, counts: OutcomeCounts, last: number): void {
    const count = sumOf(counts);
    this.#addAnswered(counts);
    const place = spelling === "" ? this.#other : this.#find(spelling, hour, count, isNamed);
    // Without a policy of its own, this process knows what the other one says.
    if (this.#policy === null && place !== this.#other) place.isNamed = isNamed;
    const cell = this.#cellFor(place, key);
    cell.add(hour, counts);
    cell.last = Math.max(cell.last, last);
    this.#noted(place, count);
  }

  /** Adds requests from before the start, which were saved. */
  addReported(spelling: string, key: CountedKey, hour: number, count: number): void {
    const place = this.#find(spelling, hour, count);
    if (place === this.#other) return;
    this.#cellFor(place, key).addReported(hour, count);
    place.rank += count;
  }

  /** Gives a place to the versions that the policy names, from their next request on. Cheap if it is the same policy. */
  follow(policy: CompiledPolicy): void {
    if (policy === this.#policy) return;
    this.#policy = policy;
    this.#named = new TextMap(this.#seed);
    for (const version of namedVersions(policy)) this.#named.set(version, true);
    for (const place of this.#places) place.isNamed = this.#named.get(place.version) === true;
    this.#least = 0;
    for (let rarest = this.#rarest(); rarest && this.#places.size > maxVersions; rarest = this.#rarest()) this.#release(rarest);
  }

  /** Returns the counts since the last call. */
  take(): TakenVersion[] {
    const taken = this.#untaken((cell) => cell.take());
    for (const place of this.#changed) place.isChanged = false;
    this.#changed.clear();
    this.#released = 0;
    return taken;
  }

  /** Counts that `take` would return. */
  get untaken(): TakenVersion[] {
    return this.#untaken((cell) => cell.untaken);
  }

  #untaken(read: (cell: VersionCell) => readonly TakenHour[]): TakenVersion[] {
    return [...this.#changed].flatMap((place) => {
      this.#settle(place);
      const { version, spelling, isNamed } = place;
      return [...place.cells].flatMap(([key, cell]) =>
        read(cell).map((counted) => ({ version, spelling, isNamed, key, ...counted })),
      );
    });
  }

  /** The versions that have a place and were sent with the key. */
  ofKey(key: CountedKey, now: number): VersionOfKey[] {
    const found: VersionOfKey[] = [];
    for (const place of this.#places) {
      const cell = place.cells.get(key);
      if (cell) this.#settleCell(cell);
      const requests = cell?.sum(hourNumber(now)) ?? 0;
      if (requests > 0) found.push({ version: place.spelling, requests });
    }
    return found;
  }

  /** The last request with the key whose version has a place; null: none since the start. */
  lastOfKey(key: CountedKey): LastVersion | null {
    let found: LastVersion | null = null;
    for (const { spelling, cells } of this.#places) {
      const at = cells.get(key)?.last ?? Number.NEGATIVE_INFINITY;
      if (at > (found?.at ?? Number.NEGATIVE_INFINITY)) found = { version: spelling, at };
    }
    return found;
  }

  /** Counts what a deleted key sent without it. */
  forgetKey(key: CountedKey): void {
    for (const place of new Set([...this.#places, ...this.#changed])) {
      const cell = place.cells.get(key);
      if (!cell) continue;
      const before = place.cells.size;
      this.#settleCell(cell);
      place.close(key);
      (place.cells.get(null) ?? place.open(null)).absorb(cell, this.#hour);
      if (this.#places.has(place)) this.#room.left += before - place.cells.size;
    }
  }

  /** Frees the places of versions that sent nothing for a day. */
  forgetOld(now: number): void {
    this.#enter(hourNumber(now));
    for (const place of this.#places) if (place.rank === 0 && !place.isChanged) this.#release(place);
  }

  /** Frees all places. */
  clear(): void {
    for (const place of this.#places) this.#release(place);
    this.take();
  }

  /** Requests by outcome since the start of the process. Never decrease. */
  get answered(): OutcomeCounts {
    for (const place of this.#changed) this.#settle(place);
    return [...this.#answered];
  }

  /** Canonical texts of the versions that have a place. */
  get versions(): Iterable<string> {
    return Array.from(this.#places, ({ version }) => version);
  }

  #settle(place: VersionPlace): void {
    for (const cell of place.cells.values()) this.#settleCell(cell);
  }

  #settleCell(cell: VersionCell): void {
    this.#addAnswered(cell.fresh);
    cell.settle(this.#hour);
  }

  #addAnswered(counts: OutcomeCounts): void {
    for (let i = 0; i < counts.length; i++) (this.#answered[i] as number) += counts[i] as number;
  }

  #noted(place: VersionPlace, count: number): void {
    place.rank += count;
    if (place.isChanged) return;
    place.isChanged = true;
    this.#changed.add(place);
  }

  #enter(hour: number): void {
    if (hour !== this.#hour) {
      for (const place of this.#changed) this.#settle(place);
      this.#hour = hour;
      for (const place of this.#places) place.rerank(hour);
      this.#least = 0;
    }
    this.#from = hour * hourMs;
    this.#until = this.#from + hourMs;
  }

  /** The version's place, which it may get now; otherwise *other*. */
  #find(spelling: string, hour: number, count: number, isNamedThere = false): VersionPlace {
    const known = this.#byText.get(spelling);
    if (known) return known;
    const parsed = parseVersion(spelling);
    const version = parsed ? canonicalText(parsed) : "";
    if (version === "" || version.length > maxVersionLength) return this.#other;
    const isNamed = isNamedThere || this.#named.get(version) === true;
    const place = this.#byText.get(version) ?? this.#newPlace(version, spelling, isNamed, hour, count);
    if (place === null) return this.#other;
    this.#rememberSpelling(place, spelling);
    return place;
  }

  /** Null: not frequent enough for a place. */
  #newPlace(version: string, spelling: string, isNamed: boolean, hour: number, count: number): VersionPlace | null {
    const isFull = this.#places.size >= maxVersions || this.#room.left <= 0;
    if (!isFull) return this.#give(version, spelling, isNamed);
    if (isNamed) {
      const rarest = this.#rarest();
      if (rarest) this.#release(rarest);
      return this.#give(version, spelling, true);
    }
    this.#probation ??= new Probation(this.#seed);
    const { guaranteed, since } = this.#probation.add(version, hour, count);
    if (guaranteed <= this.#least) return null;
    const rarest = this.#rarest();
    this.#least = rarest?.rank ?? Number.POSITIVE_INFINITY;
    if (!rarest || guaranteed <= rarest.rank) return null;
    this.#release(rarest);
    this.#probation.delete(version);
    return this.#give(version, spelling, false, { count: guaranteed - count, until: since + reportedHours });
  }

  #give(version: string, spelling: string, isNamed: boolean, credit?: { readonly count: number; readonly until: number }) {
    const own = ownText(version);
    const place = new VersionPlace(own, spelling === version ? own : ownText(spelling), isNamed, credit);
    this.#places.add(place);
    this.#byText.set(place.version, place);
    // A place without a rank may now be the rarest.
    this.#least = Math.min(this.#least, place.rank);
    return place;
  }

  #rememberSpelling(place: VersionPlace, spelling: string): void {
    if (spelling === place.version || place.spellings.length >= maxSpellings) return;
    const own = spelling === place.spelling ? place.spelling : ownText(spelling);
    place.spellings.push(own);
    this.#byText.set(own, place);
  }

  /** Null: every place is of a version that the policy names. */
  #rarest(): VersionPlace | null {
    let rarest: VersionPlace | null = null;
    for (const place of this.#places) if (!place.isNamed && (!rarest || place.rank < rarest.rank)) rarest = place;
    return rarest;
  }

  /** Counts of the place that were not taken remain its own, up to as many places as there are. */
  #release(place: VersionPlace): void {
    this.#places.delete(place);
    for (const text of [place.version, ...place.spellings]) this.#byText.delete(text);
    this.#room.left += place.cells.size;
    if (!place.isChanged || this.#released++ < maxVersions) return;
    this.#changed.delete(place);
    this.#settle(place);
    for (const cell of place.cells.values()) this.#otherCell.absorb(cell, this.#hour);
    this.#noted(this.#other, 0);
  }

  #cellFor(place: VersionPlace, key: CountedKey | null): VersionCell {
    if (place === this.#other) return this.#otherCell;
    return place.cell(key) ?? this.#openCell(place, key);
  }

  /** Without room for another key, a version is counted without it. */
  #openCell(place: VersionPlace, key: CountedKey | null): VersionCell {
    const isAlone = this.#room.left <= 0 && place.cells.size > 0;
    const known = isAlone ? place.cells.get(null) : null;
    if (known) return known;
    this.#room.left--;
    return place.open(isAlone ? null : key);
  }
}
