/** A bounded number of versions is counted exactly, the rest as *other*. Half of the places go to the most frequent. */
import { canonicalText, maxVersionLength, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { type CompiledPolicy, namedVersions } from "drawbridge-rules/versions/version-policy.ts";
import { ownText, TextMap } from "../../base/text-map.ts";
import type { OutcomeCounts } from "../../store/usage.ts";
import { HourlyCounts, hourMs, hourNumber } from "./request-counter.ts";
import { type CountedKey, type TakenHour, type VersionCell, VersionPlace } from "./version-place.ts";

/** Counted separately in an hour, beside those that the policy names. */
export const maxVersions = 512;
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
  /** Null means counted without its key. */
  readonly key: CountedKey | null;
}

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
  /** By canonical text, and by some spellings. */
  readonly #byText: TextMap<VersionPlace>;
  readonly #other = new VersionPlace("", "", false);
  readonly #otherCell = this.#other.open(null);
  /** Since the start, without requests in `fresh`. */
  readonly #answered: [number, number, number, number] = [0, 0, 0, 0];
  #policy: CompiledPolicy | null = null;
  /** Canonical texts of the versions that the policy names. */
  #named: TextMap<true>;
  #hour = Number.NEGATIVE_INFINITY;
  /** The hour for which the places were chosen. */
  #chosenFor = Number.NEGATIVE_INFINITY;
  /** Epoch ms of the current hour. */
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  constructor(room: CellRoom, seed: number) {
    this.#room = room;
    this.#seed = seed;
    this.#byText = new TextMap(seed);
    this.#named = new TextMap(seed);
  }

  /** @param key null means counted without it @param outcome value of `versionOutcome` @param now epoch ms */
  count(spelling: string, key: CountedKey | null, outcome: number, now: number): void {
    if (now < this.#from || now >= this.#until) this.enter(now);
    const place = this.#byText.get(spelling) ?? this.#find(spelling);
    const cell = place === this.#other ? this.#otherCell : (place.cell(key) ?? this.#openCell(place, key));
    (cell.fresh[outcome] as number)++;
    cell.last = now;
  }

  /** Does not count without room. @param os from `osInterval` */
  countSystem(spelling: string, os: string, now: number): void {
    const place = this.#find(spelling);
    const known = place.systems.get(os);
    if (place === this.#other || (!known && this.#room.left <= 0)) return;
    const counts = known ?? new HourlyCounts();
    if (!known) this.#room.left--;
    place.systems.set(os, counts);
    counts.add(hourNumber(now), 1);
  }

  /** Requests of the last 24 hours by version and operating system, since the start. */
  systems(now: number): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const counted = [...this.#places].filter(({ systems }) => systems.size > 0);
    const sums = ({ systems }: VersionPlace) => new Map([...systems].map(([os, counts]) => [os, counts.sum(hourNumber(now))]));
    return new Map(counted.map((place) => [place.version, sums(place)]));
  }

  addReported(spelling: string, key: CountedKey, hour: number, count: number): void {
    const place = this.#find(spelling);
    if (place !== this.#other) (place.cell(key) ?? this.#openCell(place, key)).addReported(hour, count);
  }

  /** Gives the policy's versions a place from their next request on. Cheap if it is the same policy. */
  follow(policy: CompiledPolicy): void {
    if (policy === this.#policy) return;
    this.#policy = policy;
    this.#named = new TextMap(this.#seed);
    for (const version of namedVersions(policy)) this.#named.set(version, true);
    for (const place of this.#places) place.isNamed = this.#named.get(place.version) === true;
  }

  take(): TakenVersion[] {
    const taken = this.#read((cell) => cell.take());
    if (this.#chosenFor !== this.#hour) this.#choose();
    return taken;
  }

  get untaken(): TakenVersion[] {
    return this.#read((cell) => cell.untaken);
  }

  ofKey(key: CountedKey, now: number): VersionOfKey[] {
    const found: VersionOfKey[] = [];
    for (const place of this.#places) {
      const cell = place.cells.get(key);
      if (cell) this.#settle(cell);
      const requests = cell?.sum(hourNumber(now)) ?? 0;
      if (requests > 0) found.push({ version: place.spelling, requests });
    }
    return found;
  }

  /** The key's last request whose version has a place; null means none since the start. */
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
    for (const place of this.#places) {
      const cell = place.cells.get(key);
      if (!cell) continue;
      const before = place.cells.size;
      this.#settle(cell);
      place.close(key);
      (place.cells.get(null) ?? place.open(null)).absorb(cell, this.#hour);
      this.#room.left += before - place.cells.size;
    }
  }

  clear(): void {
    for (const place of this.#places) this.#release(place);
    this.take();
  }

  /** Since the start of the process; never decreases. */
  get answered(): OutcomeCounts {
    this.#settleAll();
    return [...this.#answered];
  }

  get versions(): Iterable<string> {
    return Array.from(this.#places, ({ version }) => version);
  }

  #read(read: (cell: VersionCell) => readonly TakenHour[]): TakenVersion[] {
    this.#settleAll();
    return [...this.#places, this.#other].flatMap(({ version, spelling, isNamed, cells }) =>
      [...cells].flatMap(([key, cell]) => read(cell).map((counted) => ({ version, spelling, isNamed, key, ...counted }))),
    );
  }

  #settleAll(): void {
    for (const { cells } of [...this.#places, this.#other]) for (const cell of cells.values()) this.#settle(cell);
  }

  #settle(cell: VersionCell): void {
    for (let i = 0; i < cell.fresh.length; i++) (this.#answered[i] as number) += cell.fresh[i] as number;
    cell.settle(this.#hour);
  }

  /** Begins the hour, also if no request does. */
  enter(now: number): void {
    const hour = hourNumber(now);
    if (hour !== this.#hour) this.#settleAll();
    this.#hour = hour;
    this.#from = hour * hourMs;
    this.#until = this.#from + hourMs;
  }

  /** Frees all places but the most frequent versions' for the hour. Call when all counts are taken. */
  #choose(): void {
    this.#chosenFor = this.#hour;
    const counted = Array.from(this.#places, (place) => ({ place, sum: place.sum(this.#hour) }));
    const others = counted.filter(({ place }) => !place.isNamed).sort((a, b) => b.sum - a.sum);
    for (const [index, { place, sum }] of others.entries()) if (sum === 0 || index >= maxVersions / 2) this.#release(place);
    for (const { place, sum } of counted) if (place.isNamed && sum === 0) this.#release(place);
  }

  /** A version without a place may get one now; otherwise it is *other*. */
  #find(spelling: string): VersionPlace {
    const known = this.#byText.get(spelling);
    if (known) return known;
    const parsed = parseVersion(spelling);
    const version = parsed ? canonicalText(parsed) : "";
    if (version === "" || version.length > maxVersionLength) return this.#other;
    const place = this.#byText.get(version) ?? this.#newPlace(version, spelling);
    if (place !== this.#other) this.#rememberSpelling(place, spelling);
    return place;
  }

  #newPlace(version: string, spelling: string): VersionPlace {
    const isNamed = this.#named.get(version) === true;
    if (!isNamed && (this.#places.size >= maxVersions || this.#room.left <= 0)) return this.#other;
    const own = ownText(version);
    const place = new VersionPlace(own, spelling === version ? own : ownText(spelling), isNamed);
    this.#places.add(place);
    this.#byText.set(own, place);
    return place;
  }

  #rememberSpelling(place: VersionPlace, spelling: string): void {
    if (spelling === place.version || place.spellings.length >= maxSpellings) return;
    const own = spelling === place.spelling ? place.spelling : ownText(spelling);
    place.spellings.push(own);
    this.#byText.set(own, place);
  }

  #release(place: VersionPlace): void {
    this.#places.delete(place);
    for (const text of [place.version, ...place.spellings]) this.#byText.delete(text);
    this.#room.left += place.cells.size + place.systems.size;
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
