/**
 * The in-memory view that answers reads. It holds every project's rows as they are stored and compiles a project at its
 * first read, so that a read never waits for the store, and a start does not wait for ten thousand projects.
 */

import { type Endpoint, isKeyText, type Rehearsal } from "drawbridge-rules/credentials/read-key.ts";
import { hasLostKeys, isDamageMark } from "drawbridge-rules/project/damage-mark.ts";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { LRUCache } from "lru-cache";
import type { Change, Head, Row } from "../store/store.ts";
import { ReadUsage } from "../usage/read-usage.ts";
import {
  type Answered,
  answer,
  damaged,
  keyProblem,
  keyProblems,
  notReady,
  type ReadProblem,
  type Scope,
  wholeScope,
} from "./answer.ts";
import { CompiledProject, type Source } from "./compiled-project.ts";
import { tallyOf } from "./counting.ts";
import { KeyRing, type KnownKey } from "./key-ring.ts";
import { OutcomeStore } from "./outcome-memo.ts";
import type { Settled } from "./settle.ts";

/** One state of one project: when it changes, all that was answered from it is void at once. */
interface Generation {
  readonly number: number;
  isOver: boolean;
}

interface Entry extends Answered {
  readonly generation: Generation;
}

class ProjectEntry {
  readonly sources: Map<string, Source> = new Map();
  generation: Generation = { number: 0, isOver: false };
  /** Stored values are damaged: no answer is right. */
  isDamaged = false;
  #project: CompiledProject | null = null;
  #withoutWindows: CompiledProject | null = null;

  get isCompiled(): boolean {
    return this.#project !== null;
  }

  get project(): CompiledProject {
    this.#project ??= new CompiledProject(this.sources.values());
    return this.#project;
  }

  /** As if there were no windows: made when the first key asks for that. */
  get withoutWindows(): CompiledProject {
    this.#withoutWindows ??= new CompiledProject([...this.sources.values()].filter((source) => !isWindow(source)));
    return this.#withoutWindows;
  }

  prepare(): void {
    try {
      this.#project?.prepare();
    } catch {
      // A defect in what is stored is for the read that meets it to answer, and to log.
    }
  }

  /** Takes a changed row in; null as its value takes it out. */
  put(source: Source): void {
    const name = `${source.kind} ${source.id}`;
    if (source.value === null) this.sources.delete(name);
    else this.sources.set(name, source);
    this.#project?.put(source);
    if (!isWindow(source)) this.#withoutWindows?.put(source);
  }
}

export interface CatalogLimits {
  /** Bytes, estimated from above, of remembered answers and of the outcomes they share. */
  readonly answers: number;
  readonly outcomes: number;
}

export const defaultLimits: CatalogLimits = { answers: 24 * 1024 * 1024, outcomes: 8 * 1024 * 1024 };

/** Longer questions are answered and forgotten. Characters of key, query and language together. */
const longestRemembered = 2048;
/** With a tally of its own in it. */
const entryCost = 700;

export class Catalog {
  readonly #projects = new Map<string, ProjectEntry>();
  readonly #keys = new KeyRing();
  readonly #answers: LRUCache<string, Entry>;
  readonly #outcomes: OutcomeStore;
  /** Commits that came before `load`: alone they are nothing to answer from. */
  readonly #early: { readonly changes: readonly Change[]; readonly head: Head }[] = [];
  /** Damaged projects whose read keys are not all known. */
  readonly #keysLost = new Set<string>();
  #generations = 0;
  /** Hits and misses. */
  readonly #memo = new Float64Array(2);
  #head: Head | null = null;
  /** Who asks: told to whoever looks, and nothing that an answer depends on. */
  readonly usage: ReadUsage;
  readonly #anonymous: Readonly<Record<"missing" | "malformed" | "unknown", ReadProblem>>;

  constructor(limits: CatalogLimits = defaultLimits, usage = new ReadUsage()) {
    this.usage = usage;
    const { missing, malformed, unknown } = usage.anonymous;
    this.#anonymous = {
      missing: { ...keyProblems.missing, tally: missing },
      malformed: { ...keyProblems.unknown, tally: malformed },
      unknown: { ...keyProblems.unknown, tally: unknown },
    };
    this.#outcomes = new OutcomeStore(limits.outcomes);
    this.#answers = new LRUCache({
      maxSize: limits.answers,
      sizeCalculation: (entry, key) => entryCost + 2 * key.length + entry.outcome.cost,
    });
  }

  /** Null until it was loaded: then there is nothing to answer from. */
  get head(): Head | null {
    return this.#head;
  }

  /** Questions that were answered from memory, and those that were not. */
  get memo(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#memo[0] ?? 0, misses: this.#memo[1] ?? 0 };
  }

  /** Those that other processes looked up. */
  addLookups({ hits, misses }: Catalog["memo"]): void {
    (this.#memo[0] as number) += hits;
    (this.#memo[1] as number) += misses;
  }

  /** How much it holds; `compiled`: projects that somebody has asked about. */
  get size(): { readonly projects: number; readonly compiled: number; readonly keys: number } {
    let compiled = 0;
    for (const entry of this.#projects.values()) if (entry.isCompiled) compiled++;
    return { projects: this.#projects.size, compiled, keys: this.#keys.size };
  }

  /** Every read key that there is, also those that open nothing any more. */
  keys(): Iterable<KnownKey> {
    return this.#keys.all();
  }

  /** The key with that hash, even if it is revoked or expired; null: none. */
  keyWithHash(hash: string): KnownKey | null {
    return this.#keys.withHash(hash);
  }

  /** Bytes that remembered answers take at the most, as counted. */
  get bytes(): number {
    return this.#answers.calculatedSize + this.#outcomes.bytes;
  }

  /** Id and name of every project there is, in order of id. */
  projects(): { readonly id: string; readonly name: string }[] {
    const found: { id: string; name: string }[] = [];
    for (const [id, { sources, isDamaged }] of this.#projects) {
      const header = sources.get("project ");
      if (header?.value) found.push({ id, name: storedValue("project", header.value).name });
      else if (isDamaged) found.push({ id, name: id });
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Takes in a whole store, in place of what it has, and what was committed while it was read. */
  load(rows: readonly Row[], head: Head): void {
    if (this.#head !== null) this.#forgetBut(rows);
    for (const row of rows) this.#take(row);
    this.#head = head;
    // In their order: whichever of them the rows have already, the last one says how it stands.
    for (const commit of this.#early.splice(0)) this.apply(commit.changes, commit.head);
  }

  /** Takes in one commit. What of other projects was compiled or answered stays. */
  apply(changes: readonly Change[], head: Head): void {
    if (this.#head === null) {
      this.#early.push({ changes, head });
      return;
    }
    const projects = new Set(changes.map((change) => change.project));
    for (const project of projects) this.#endGeneration(project);
    for (const change of changes) this.#take(change);
    this.#head = head;
    // What is in use is compiled again before the next read, and after the commit was answered.
    setImmediate(() => {
      for (const project of projects) this.#projects.get(project)?.prepare();
    });
  }

  /** @param query raw, without the question mark; @param now epoch ms */
  answer(
    endpoint: Endpoint,
    key: string | null,
    query: string,
    acceptLanguage: string | null,
    now: number,
  ): Answered | ReadProblem {
    if (key === null || key === "") return this.#anonymous.missing;
    const question = `${key}\n${endpoint === "config" ? "c" : "m"}${query}\n${acceptLanguage ?? ""}`;
    const remembered = this.#answers.get(question);
    if (remembered && remembered.from <= now && now < remembered.until && !remembered.generation.isOver) {
      (this.#memo[0] as number)++;
      return remembered;
    }
    (this.#memo[1] as number)++;
    return this.#answerAnew(endpoint, key, query, acceptLanguage, now, question);
  }

  #answerAnew(
    endpoint: Endpoint,
    text: string,
    query: string,
    acceptLanguage: string | null,
    now: number,
    question: string,
  ): Answered | ReadProblem {
    const known = this.#keys.find(text);
    // What is no key by its form is unknown also before there is anything to look in.
    if (known === "unknown" && this.#keysLost.size > 0) return damaged;
    if (typeof known === "string") return this.#head === null && isKeyText(text) ? notReady : this.#anonymous[known];
    const use = this.usage.of(known.project, known.id);
    const entry = this.#projects.get(known.project);
    // First: which keys are revoked is not known either.
    if (entry?.isDamaged) return { ...damaged, tally: tallyOf(damaged, use, this.usage) };
    const found = keyProblem(known.key, now) ?? this.#askAs(known, entry, endpoint, query, acceptLanguage, now);
    if ("code" in found || !entry) return { ...found, tally: tallyOf(found, use, this.usage) };
    const { app } = found;
    const versionTally = app ? use.version(app.platform, app.version) : null;
    const answered = { ...untilExpiry(found, known), tally: use.letIn, versionTally, generation: entry.generation };
    if (question.length <= longestRemembered) this.#answers.set(question, answered);
    return answered;
  }

  #askAs(
    { key }: KnownKey,
    entry: ProjectEntry | undefined,
    endpoint: Endpoint,
    query: string,
    acceptLanguage: string | null,
    now: number,
  ): Answered | ReadProblem {
    if (!entry) return keyProblems.unknown;
    const ask: Ask = (project, at) => this.#ask(entry, project, key, endpoint, query, acceptLanguage, at);
    return key.rehearsal ? rehearse(entry, key.rehearsal, now, ask) : ask(entry.project, now);
  }

  /** What a key of that project with no limits would be answered; null where there is no such project. */
  simulate(project: string, endpoint: Endpoint, query: string, now: number): Settled | ReadProblem | null {
    const entry = this.#projects.get(project);
    if (entry?.isDamaged) return damaged;
    if (!entry?.sources.has("project ")) return null;
    return this.#ask(entry, entry.project, wholeScope, endpoint, query, null, now);
  }

  #ask(
    { generation }: ProjectEntry,
    project: CompiledProject,
    scope: Scope,
    endpoint: Endpoint,
    query: string,
    acceptLanguage: string | null,
    now: number,
  ) {
    return answer(project, scope, endpoint, query, acceptLanguage, now, this.#outcomes.memoFor(generation.number));
  }

  #take(source: Source & { readonly project: string }): void {
    const { project, kind, id, schema, value } = source;
    if (!kinds[kind].travels) return;
    let entry = this.#projects.get(project);
    if (!entry) {
      entry = new ProjectEntry();
      entry.generation = this.#nextGeneration();
      this.#projects.set(project, entry);
    }
    if (kind === "read_key") this.#takeKey(project, id, value);
    else if (isDamageMark({ kind, id })) this.#takeMark(project, entry, value);
    else entry.put({ kind, id, schema, value });
    if (entry.sources.size === 0 && value === null) this.#projects.delete(project);
  }

  /** What is in those rows is about to be taken in; of all else nothing stays, nor of what was answered. */
  #forgetBut(rows: readonly Row[]): void {
    const keys = new Set(rows.flatMap(({ project, kind, id }) => (kind === "read_key" ? [`${project} ${id}`] : [])));
    for (const { project, id } of [...this.#keys.ids()]) {
      if (!keys.has(`${project} ${id}`)) this.#takeKey(project, id, null);
    }
    for (const project of this.#projects.keys()) this.#endGeneration(project);
    this.#projects.clear();
    this.#keysLost.clear();
  }

  #takeKey(project: string, id: string, value: string | null): void {
    if (value === null) {
      this.#keys.remove(project, id);
      this.usage.forget(project, id);
    } else this.#keys.put(project, id, storedValue("read_key", value));
  }

  #takeMark(project: string, entry: ProjectEntry, value: string | null): void {
    entry.isDamaged = value !== null;
    if (value !== null && hasLostKeys(value)) this.#keysLost.add(project);
    else this.#keysLost.delete(project);
  }

  #endGeneration(project: string): void {
    const entry = this.#projects.get(project);
    if (!entry) return;
    entry.generation.isOver = true;
    entry.generation = this.#nextGeneration();
  }

  #nextGeneration(): Generation {
    return { number: ++this.#generations, isOver: false };
  }
}

type Ask = (project: CompiledProject, at: number) => Answered | ReadProblem;

/** As at another instant, or as if there were no windows. Whether the key is still good was asked of the real clock. */
function rehearse(entry: ProjectEntry, rehearsal: Rehearsal, now: number, ask: Ask): Answered | ReadProblem {
  if ("ignoreMaintenance" in rehearsal) return { ...ask(entry.withoutWindows, now), rehearsal: "no-maintenance" };
  const found = ask(entry.project, rehearsal.at);
  return { ...found, ...("code" in found ? {} : always), rehearsal: "frozen" };
}

/** A frozen clock comes to no transition. */
const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, transition: Number.POSITIVE_INFINITY } as const;

function isWindow({ kind }: Source): boolean {
  return kind === "window" || kind === "override";
}

/** The day on which its key expires, an answer ends too. */
function untilExpiry(settled: Answered, { key }: KnownKey): Answered {
  if (key.expiresAt === null) return settled;
  return {
    ...settled,
    until: Math.min(settled.until, key.expiresAt),
    transition: Math.min(settled.transition, key.expiresAt),
  };
}
