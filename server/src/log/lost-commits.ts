/**
 * Commits that the store has lost are reported in the log, in `/status` and in each project's history. The lost state is kept as
 * a manifest, so that it can be planned again.
 */

import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { differences } from "drawbridge-rules/changes/document-diff.ts";
import { ownedDocument } from "drawbridge-rules/changes/manifest.ts";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { printManifestText } from "../base/document/manifest-text.ts";
import type { Log } from "../base/log.ts";
import { createDataDirectory } from "../base/program-files.ts";
import { isSameCommit } from "../store/commit-rules.ts";
import type { CommitMark, LogEnd, LoggedCommit, Row } from "../store/store.ts";
import { addHistoryNote, type NoteServices } from "./history-note.ts";
import type { LostLog } from "./log-follower.ts";
import type { LostStatus } from "./source-status.ts";

interface LostCommitsServices extends NoteServices {
  readonly directory: string;
  readonly log: Pick<Log, "error">;
  readonly newCommitId: () => string;
}

interface Loss {
  readonly end: LogEnd;
  /** The last unchanged revision of the store; null means older than all commits known here. */
  readonly fork: number | null;
  /** Oldest first. */
  readonly commits: readonly LoggedCommit[];
}

interface ProjectLoss {
  readonly project: string;
  /** Path of the manifest; null means none was kept. */
  readonly manifest: string | null;
  readonly text: string;
}

const maxNamed = 10;
const longestValue = 60;
const batch = 100;

export class LostCommits {
  readonly #services: LostCommitsServices;
  #status: LostStatus | null = null;

  constructor(services: LostCommitsServices) {
    this.#services = services;
  }

  get status(): LostStatus | null {
    return this.#status;
  }

  /** Resolves when the loss is reported; never rejects. */
  async tell(known: LostLog): Promise<void> {
    const { log, now } = this.#services;
    try {
      const loss = await this.#lossOf(known);
      if (loss === null) return;
      const projects: ProjectLoss[] = [];
      const lost = new Set(loss.commits.flatMap(({ changes }) => changes.map(({ project }) => project)));
      for (const project of lost) projects.push(await this.#lookOrSay(project, loss));
      const manifests = projects.flatMap(({ manifest }) => (manifest === null ? [] : [manifest]));
      const text = sentence(loss, loss.commits);
      const { head } = known.end;
      this.#status = { at: now(), epoch: head.epoch, after: loss.fork, through: head.revision, manifests };
      const fields = { epoch: head.epoch, renewedTo: known.epoch, after: loss.fork, through: head.revision, manifests };
      log.error({ event: "commits.lost", ...fields, projects: projects.map((one) => `${one.project}: ${one.text}`) }, text);
      for (const project of projects) await this.#note(project, loss);
    } catch (error) {
      log.error(
        { event: "commits.unreported", err: error, ...known.end.head },
        "The database went back, and the loss could not be reported",
      );
    }
  }

  /** Reports a lost disk: if the last commit says that the store was restored, later ones are lost, and unknown. */
  tellRestored(last: CommitMark | null): void {
    const [, epoch, after] = /^restored\.([\w-]+)\.(\d+)\./.exec(last?.id ?? "") ?? [];
    if (epoch === undefined || last === null) return;
    const { log, now } = this.#services;
    this.#status = { at: now(), epoch, after: Number(after), through: null, manifests: [] };
    log.error({ event: "commits.lost", epoch, after: Number(after), through: null }, last.reason);
  }

  async #lossOf({ end, commits, base }: LostLog): Promise<Loss | null> {
    const isThere = async ({ last }: Pick<LogEnd, "last">) => {
      const there = last && (await this.#services.store.commitAt(last.revision));
      return last === null || (there !== null && isSameCommit(there, last));
    };
    if (await isThere(end)) return null;
    // Bisects: two logs are equal up to the fork.
    let [low, high] = [0, commits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (await isThere({ last: commits[middle] ?? null })) low = middle + 1;
      else high = middle;
    }
    const last = commits[low - 1];
    if (last) return { end, fork: last.revision, commits: commits.slice(low) };
    const isBaseThere = base !== null && (await isThere(base));
    return { end, fork: isBaseThere ? base.head.revision : null, commits };
  }

  /** An unreadable project does not prevent the reports of the others. */
  async #lookOrSay(project: string, loss: Loss): Promise<ProjectLoss> {
    try {
      return await this.#look(project, loss);
    } catch (error) {
      this.#services.log.error(
        { event: "commits.unreported", err: error, project },
        "The losses of a project cannot be determined",
      );
      return { project, manifest: null, text: sentence(loss, ownOf(loss, project)) };
    }
  }

  async #look(project: string, loss: Loss): Promise<ProjectLoss> {
    const { store } = this.#services;
    const now = readProjectState(project, 0, await store.rows(project));
    const rows = loss.fork === null ? null : await store.rowsAt(project, loss.fork).catch(nullIfNotKept);
    const own = ownOf(loss, project);
    const lost = rows && readProjectState(project, 0, withCommits(rows, own));
    const [was, is] = [lost ? ownedDocument(lost) : {}, ownedDocument(now)];
    const differs = lost && project !== "" ? differences(was, is) : [];
    const manifest = differs.length > 0 && lost?.project.size ? this.#keep(project, loss, was) : null;
    const kept = `The manifest from before is ${manifest} on ${hostname()}: \`drawbridge plan\` shows what it would restore.`;
    const texts = [sentence(loss, own), differenceText(differs), otherText(own), manifest === null ? "" : kept];
    return { project, manifest, text: texts.filter(Boolean).join(" ") };
  }

  #keep(project: string, { end: { head } }: Loss, document: Record<string, unknown>): string | null {
    const { directory, log } = this.#services;
    const path = join(directory, `lost-${encodeURIComponent(project)}-${head.epoch}-${head.revision}.yaml`);
    const about = `# The project as it was at revision ${head.revision} of epoch ${head.epoch}, which the database has lost.\n`;
    try {
      createDataDirectory(directory);
      writeFileSync(path, about + printManifestText(document), { mode: 0o600 });
      return path;
    } catch (error) {
      log.error(
        { event: "manifest.save_failed", file: path, err: error },
        "The manifest of a project before the loss could not be saved",
      );
      return null;
    }
  }

  /** Nodes with the same loss report it once. */
  async #note({ project, text }: ProjectLoss, loss: Loss): Promise<void> {
    const { epoch, revision: through } = loss.end.head;
    const newId = () => `${noteId(epoch)}${through}.${this.#services.newCommitId()}`;
    await addHistoryNote(this.#services, { project, text, newId, isThere: () => this.#isNoted(project, loss) });
  }

  async #isNoted(project: string, { end: { head }, fork }: Loss): Promise<boolean> {
    for (let after = fork ?? 0; ; ) {
      const commits = (await this.#services.store.changesAfter(after, batch)) ?? [];
      for (const { id, revision, changes } of commits) {
        after = revision;
        if (!id?.startsWith(noteId(head.epoch)) || !changes.some((change) => change.project === project)) continue;
        if (Number(id.slice(noteId(head.epoch).length).split(".")[0]) >= head.revision) return true;
      }
      if (commits.length === 0) return false;
    }
  }
}

function noteId(epoch: string): string {
  return `lost.${epoch}.`;
}

function ownOf({ commits }: Loss, project: string): LoggedCommit[] {
  return commits
    .map((commit) => ({ ...commit, changes: commit.changes.filter((change) => change.project === project) }))
    .filter(({ changes }) => changes.length > 0);
}

function withCommits(rows: readonly Row[], commits: readonly LoggedCommit[]): Row[] {
  const held = new Map(rows.map((row) => [`${row.kind}\n${row.id}`, row]));
  for (const { revision, changes } of commits) {
    for (const { value, ...change } of changes) {
      const name = `${change.kind}\n${change.id}`;
      if (value === null) held.delete(name);
      else held.set(name, { ...change, value, revision });
    }
  }
  return [...held.values()];
}

function nullIfNotKept(error: unknown): null {
  if (error instanceof DrawbridgeError && error.code === "not_found") return null;
  throw error;
}

function sentence({ end: { head }, fork }: Loss, commits: readonly LoggedCommit[]): string {
  const revisions = commits.map(({ revision }) => revision);
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (first === undefined)
    return `The database went back: commits up to revision ${head.revision} are lost, and this node does not know which ones.`;
  const which = first === last ? `revision ${first} is` : `revisions ${first} to ${last} are`;
  const how = fork === null ? "The database went back further than this node knows: at least" : "The database went back:";
  return `${how} ${which} lost (${authors(commits)}).`;
}

function authors(commits: readonly LoggedCommit[]): string {
  const counts = new Map<string, number>();
  for (const { actor } of commits) counts.set(actor, (counts.get(actor) ?? 0) + 1);
  return [...counts]
    .map(([actor, count]) => `${count} by ${actor}`)
    .slice(0, maxNamed)
    .join(", ");
}

function differenceText(found: readonly Difference[]): string {
  if (found.length === 0) return "";
  const named = found
    .slice(0, maxNamed)
    .map(({ path, before, after }) => `${path} was ${valueText(before)}, is ${valueText(after)}`);
  const more = found.length > maxNamed ? `; and ${found.length - maxNamed} more` : "";
  return `Differs from before: ${named.join("; ")}${more}.`;
}

function valueText(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** A manifest does not contain keys, tokens and overrides of occurrences. */
function otherText(commits: readonly LoggedCommit[]): string {
  const others = commits.flatMap(({ changes }) => changes.filter(({ kind }) => !kinds[kind].rollsBack && kinds[kind].inHistory));
  const names = [...new Set(others.map(({ kind, id }) => `${kind} ${id}`))];
  if (names.length === 0) return "";
  const more = names.length > maxNamed ? [`${names.length - maxNamed} more`] : [];
  return `Changes of these are lost too: ${listed([...names.slice(0, maxNamed), ...more])}.`;
}
