/** Compiles a project at its first read: a start does not wait for all. */

import { isKeyText, type Rehearsal } from "drawbridge-rules/credentials/read-key.ts";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { isStepDue } from "drawbridge-rules/versions/policy-step.ts";
import type { CompiledPolicy, VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Change, Head, Row } from "../../store/store.ts";
import { ReadUsage } from "../usage/read-usage.ts";
import {
  type Answered,
  answer,
  keyProblem,
  keyProblems,
  notReady,
  type Question,
  type ReadEndpoint,
  type ReadProblem,
  type RehearsalName,
  type Scope,
  type ValidOutcome,
  wholeScope,
} from "./answer.ts";
import { AnswerStore, type Answers } from "./answer-store.ts";
import { platformAt, type Source } from "./compiled-project.ts";
import { countedVersion, counterFor } from "./counting.ts";
import type { ActiveWindows } from "./coverage.ts";
import { ProjectView } from "./project-view.ts";
import { type KnownKey, ReadKeyIndex } from "./read-key-index.ts";
import { RecentAnswers } from "./recent-answers.ts";
import { LanguageHeaders, lookup, phones } from "./wanted-languages.ts";

type ViewName = "present" | "withoutWindows" | "otherTimes" | "opened";

class ProjectEntry {
  readonly sources: Map<string, Source> = new Map();
  answers: Answers;
  #openedUntil = 0;
  /** `otherTimes` has simulations and frozen clocks, which would expand windows for another day. */
  readonly #views = new Map<ViewName, ProjectView>();

  constructor(answers: Answers) {
    this.answers = answers;
  }

  get isCompiled(): boolean {
    return this.#views.has("present");
  }

  view(name: ViewName): ProjectView {
    const known = this.#views.get(name);
    if (known) return known;
    const sources = [...this.sources.values()];
    const openedUntil = name === "opened" ? this.#openedUntil : null;
    const view = new ProjectView(hasWindows(name) ? sources : sources.filter((source) => !isWindow(source)), openedUntil);
    this.#views.set(name, view);
    return view;
  }

  /** Epoch ms; 0 means no operator keeps the project open. */
  get openedUntil(): number {
    return this.#openedUntil;
  }

  set openedUntil(until: number) {
    this.#openedUntil = until;
    this.#views.delete("opened");
  }

  prepare(): void {
    try {
      this.#views.get("present")?.project.prepare();
    } catch {
      // The read that meets a defect in stored data answers and logs it.
    }
  }

  /** A null value removes the row. */
  put(source: Source): void {
    const name = `${source.kind} ${source.id}`;
    if (source.value === null) this.sources.delete(name);
    else this.sources.set(name, source);
    for (const [way, view] of this.#views) if (hasWindows(way) || !isWindow(source)) view.put(source);
  }
}

/** Bytes of finished answers: some 10 000. */
const defaultAnswerBytes = 32 * 1024 * 1024;

export class Catalog {
  readonly #projects = new Map<string, ProjectEntry>();
  readonly #keys = new ReadKeyIndex();
  readonly #answers: AnswerStore;
  readonly #recent = new RecentAnswers();
  readonly #languages = new LanguageHeaders(lookup);
  readonly #phoneLanguages = new LanguageHeaders(phones);
  /** Commits received before `load`. */
  readonly #early: { readonly changes: readonly Change[]; readonly head: Head }[] = [];
  /** Epoch ms until which projects are kept open here. */
  #openings: ReadonlyMap<string, number> = new Map();
  #generations = 0;
  #head: Head | null = null;
  /** For reports and metrics; answers never depend on it. */
  readonly usage: ReadUsage;
  readonly #anonymous: Readonly<Record<"missing" | "malformed" | "unknown", ReadProblem>>;

  readonly notReady: ReadProblem;

  constructor(answerBytes = defaultAnswerBytes, usage = new ReadUsage(), unloaded = notReady) {
    this.usage = usage;
    this.notReady = unloaded;
    const { missing, malformed, unknown } = usage.anonymous;
    this.#anonymous = {
      missing: { ...keyProblems.missing, counter: missing },
      malformed: { ...keyProblems.unknown, counter: malformed },
      unknown: { ...keyProblems.unknown, counter: unknown },
    };
    this.#answers = new AnswerStore(answerBytes);
  }

  /** Null until loaded; without it, no read can be answered. */
  get head(): Head | null {
    return this.#head;
  }

  get memo(): AnswerStore["lookups"] {
    const { hits, misses } = this.#answers.lookups;
    return { hits: hits + this.#recent.hits, misses };
  }

  /** `compiled` counts projects that were read at least once. */
  get size(): { readonly projects: number; readonly compiled: number; readonly keys: number } {
    let compiled = 0;
    for (const entry of this.#projects.values()) if (entry.isCompiled) compiled++;
    return { projects: this.#projects.size, compiled, keys: this.#keys.size };
  }

  /** Includes expired and revoked keys. */
  keys(): Iterable<KnownKey> {
    return this.#keys.all();
  }

  /** Finds revoked and expired keys too. */
  keyWithHash(hash: string): KnownKey | null {
    return this.#keys.withHash(hash);
  }

  hasKey(project: string, id: string): boolean {
    return this.#keys.has(project, id);
  }

  get bytes(): number {
    return this.#answers.bytes + this.#recent.bytes + this.#languages.bytes + this.#phoneLanguages.bytes;
  }

  projects(): { readonly id: string; readonly name: string }[] {
    const found: { id: string; name: string }[] = [];
    for (const [id, { sources }] of this.#projects) {
      const header = sources.get("project ");
      if (header?.value) found.push({ id, name: storedValue("project", header.value).name });
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Also applies commits received while the store was read. */
  load(rows: readonly Row[], head: Head): void {
    if (this.#head !== null) this.#forgetBut(rows);
    for (const row of rows) this.#take(row);
    this.#head = head;
    // The rows may already include some of them; the last one is right in any case.
    for (const commit of this.#early.splice(0)) this.apply(commit.changes, commit.head);
  }

  /** Compiled data and cached answers of other projects stay. */
  apply(changes: readonly Change[], head: Head): void {
    if (this.#head === null) {
      this.#early.push({ changes, head });
      return;
    }
    const projects = new Set(changes.map((change) => change.project));
    for (const project of projects) this.#endGeneration(project);
    for (const change of changes) this.#take(change);
    this.#head = head;
    // Compiles projects in use again before their next read, once the commit was answered.
    setImmediate(() => {
      for (const project of projects) this.#projects.get(project)?.prepare();
    });
  }

  /** Opens only these, until those times (epoch ms): their answers force nothing and show no maintenance. */
  open(openings: ReadonlyMap<string, number>): void {
    const before = this.#openings;
    this.#openings = openings;
    for (const project of new Set([...before.keys(), ...openings.keys()])) {
      if (before.get(project) === openings.get(project)) continue;
      this.#endGeneration(project);
      const entry = this.#projects.get(project);
      if (entry) entry.openedUntil = openings.get(project) ?? 0;
    }
  }

  hasProject(id: string): boolean {
    return this.#projects.get(id)?.sources.has("project ") ?? false;
  }

  /** @param query raw, without the question mark; @param now epoch ms */
  answer(
    endpoint: ReadEndpoint,
    key: string | null,
    query: string,
    acceptLanguage: string | null,
    now: number,
  ): Answered | ReadProblem {
    if (key === null || key === "") return this.#anonymous.missing;
    const question = { endpoint, key, query, acceptLanguage };
    const hash = this.#recent.hashOfAsked(question);
    const recent = hash === null ? null : this.#recent.find(hash, question, now);
    if (recent) return recent;
    const known = this.#keys.find(key);
    // A malformed key is refused even before the catalog is loaded.
    if (typeof known === "string") return this.#head === null && isKeyText(key) ? this.notReady : this.#anonymous[known];
    const use = this.usage.of(known.project, known.id);
    const entry = this.#projects.get(known.project);
    const { rehearsal, expiresAt } = known.value;
    const problem: ReadProblem | null = keyProblem(known.value, now) ?? (entry ? null : keyProblems.unknown);
    const found = problem ?? this.#ask(entry as ProjectEntry, known.value, rehearsal, question, now);
    const rehearsed = problem ? undefined : rehearsalName(rehearsal);
    if ("code" in found) {
      const problem = { ...found, counter: counterFor(found.code, use, this.usage), rehearsal: rehearsed };
      return found.query && !rehearsal ? { ...problem, refused: { key: use, ...found.query } } : problem;
    }
    const { outcome, app } = found;
    // An answer also ends when its key expires.
    const transition = expiresAt === null ? found.transition : Math.min(found.transition, expiresAt);
    const counted = app && !rehearsal ? countedVersion(this.usage, use, app) : null;
    const answered = { outcome, transition, counter: use.letIn, counted, rehearsal: rehearsed };
    if (hash !== null) this.#recent.keep(hash, question, answered, entry as ProjectEntry, now);
    return answered;
  }

  /** Null means there is no such project or platform. @param now epoch ms */
  policy(project: string, platform: string, now: number): CompiledPolicy | null {
    const entry = this.#projects.get(project);
    if (!entry?.sources.has("project ")) return null;
    const compiled = entry.view("present").project.platform(platform);
    return compiled && platformAt(compiled, now).policy;
  }

  /** Omits projects without windows, and compiles those not asked for yet. */
  *activeWindows(now: number): Steps<{ readonly project: string; readonly active: ActiveWindows }[]> {
    const found: { project: string; active: ActiveWindows }[] = [];
    for (const [project, entry] of [...this.#projects]) {
      yield;
      const hasWindows = entry.sources.values().some(isWindow);
      if (hasWindows) found.push({ project, active: yield* entry.view("present").project.coverage.activeWindows(now) });
    }
    return found;
  }

  /** Platforms with a dated step within the next day or the last one. */
  *dueSteps(now: number): Steps<{ readonly project: string; readonly platform: string; readonly policy: VersionPolicy }[]> {
    const found: { project: string; platform: string; policy: VersionPolicy }[] = [];
    for (const [project, entry] of [...this.#projects]) {
      yield;
      for (const { kind, id: platform, value } of entry.sources.values()) {
        // Most platforms have no step, and are not parsed.
        if (kind !== "platform" || !value?.includes('"step":')) continue;
        const { policy } = storedValue("platform", value);
        if (policy.step && isStepDue(policy.step, now)) found.push({ project, platform, policy });
      }
    }
    return found;
  }

  /** As for an unrestricted key of the project; null means no such project. */
  simulate(project: string, endpoint: ReadEndpoint, query: string, now: number): ValidOutcome | ReadProblem | null {
    const entry = this.#projects.get(project);
    if (!entry?.sources.has("project ")) return null;
    return this.#ask(entry, wholeScope, { at: now }, { endpoint, query, acceptLanguage: null }, now);
  }

  /** Rehearsals have another instant, or no windows; the key's validity has the real clock. */
  #ask(
    entry: ProjectEntry,
    scope: Scope,
    rehearsal: Rehearsal | null,
    question: Question,
    now: number,
  ): ValidOutcome | ReadProblem {
    if (now < entry.openedUntil) {
      // Its answers end when the project closes again, and have names of their own.
      const answers: Answers = (name, finish) => entry.answers(`opened ${name}`, finish);
      const found = answer({ view: entry.view("opened"), scope, answers, ...this.#languagesAsked, now }, question);
      return "code" in found ? found : { ...found, transition: Math.min(found.transition, entry.openedUntil) };
    }
    const isFrozen = rehearsal !== null && "at" in rehearsal;
    const view = entry.view(isFrozen ? "otherTimes" : rehearsal ? "withoutWindows" : "present");
    return answer({ view, scope, answers: entry.answers, ...this.#languagesAsked, now: isFrozen ? rehearsal.at : now }, question);
  }

  get #languagesAsked() {
    return { languages: this.#languages, phoneLanguages: this.#phoneLanguages };
  }

  #take(source: Source & { readonly project: string }): void {
    const { project, kind, id, schema, value } = source;
    if (!kinds[kind].travels) return;
    let entry = this.#projects.get(project);
    if (!entry) {
      entry = new ProjectEntry(this.#answers.answersOf(++this.#generations));
      entry.openedUntil = this.#openings.get(project) ?? 0;
      this.#projects.set(project, entry);
    }
    if (kind === "project" && value === null) this.usage.forgetProject(project);
    if (kind === "read_key") this.#takeKey(project, id, value);
    else entry.put({ kind, id, schema, value });
    if (entry.sources.size > 0 || value !== null) return;
    this.#projects.delete(project);
    this.#recent.clear();
  }

  /** Keeps only projects and keys in these rows, which are loaded next, and no cached answers. */
  #forgetBut(rows: readonly Row[]): void {
    const keys = new Set(rows.flatMap(({ project, kind, id }) => (kind === "read_key" ? [`${project} ${id}`] : [])));
    for (const { project, id } of [...this.#keys.all()]) {
      if (!keys.has(`${project} ${id}`)) this.#takeKey(project, id, null);
    }
    const projects = new Set(rows.map(({ project }) => project));
    for (const project of this.#projects.keys()) {
      this.#endGeneration(project);
      if (!projects.has(project)) this.usage.forgetProject(project);
    }
    this.#projects.clear();
    this.#recent.clear();
  }

  #takeKey(project: string, id: string, value: string | null): void {
    if (value === null) {
      this.#keys.remove(project, id);
      this.usage.forget(project, id);
    } else this.#keys.put(project, id, storedValue("read_key", value));
  }

  #endGeneration(project: string): void {
    const entry = this.#projects.get(project);
    if (entry) entry.answers = this.#answers.answersOf(++this.#generations);
  }
}

function rehearsalName(rehearsal: Rehearsal | null): RehearsalName | undefined {
  if (rehearsal === null) return undefined;
  return "ignoreMaintenance" in rehearsal ? "no-maintenance" : "frozen";
}

function hasWindows(view: ViewName): boolean {
  return view !== "withoutWindows" && view !== "opened";
}

function isWindow({ kind }: Source): boolean {
  return kind === "window" || kind === "override";
}
