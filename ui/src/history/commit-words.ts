/** Sentences for a commit, in the words of its author: `Extended db-upgrade to 03:00`. */
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { pathWords, valueText } from "../review/path-words.ts";
import type { historyTexts } from "./history-texts.ts";

type HistoryWords = typeof historyTexts;

export interface Tools {
  readonly words: HistoryWords;
  /** Names of the manifest's fields. */
  readonly paths: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  /** An instant with its zone. */
  readonly instant: (at: string) => string;
  /** Name of a person or a token. */
  readonly nameOf: (actor: string) => string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A sentence for each change. Changes that follow from another one are left out. */
export function describeCommit({ at, changes }: Commit, tools: Tools): readonly string[] {
  const byHand = new Set(changes.filter(isStartByHand).map(({ id }) => id));
  const isOwn = ({ kind, before, after }: CommittedChange) =>
    kind === "override" && byHand.has(textIn(after ?? before, "window"));
  return inOrder(changes.filter((change) => !isOwn(change))).map((change) => sentenceOf(change, at, tools));
}

/** Changes in reading order: a resource before those that belong to it. */
export function inOrder(changes: readonly CommittedChange[]): readonly CommittedChange[] {
  return changes.toSorted((a, b) => historyKinds.indexOf(a.kind) - historyKinds.indexOf(b.kind));
}

function sentenceOf(change: CommittedChange, at: string, tools: Tools): string {
  const { kind, id, before, after } = change;
  const { did } = tools.words;
  if (kind === "override") return overrideSentence(change, at, tools);
  if (kind === "protection") return protectionSentence(before, after, tools.words);
  if (kind === "proposal") return proposalSentence(id, before, after, tools.words);
  if (kind === "grant") return grantSentence(id, before, after, tools);
  if (kind === "read_key" || kind === "token") return credentialSentence(change, tools.words);
  const verb = before === null ? "made" : after === null ? "gone" : "changed";
  if (kind === "window" && isStartByHand(change)) return did.window.byHand(id);
  const said = kind === "project" ? did.project[verb] : did[kind][verb](id);
  return verb === "changed" ? withFields(said, change.differences, tools) : said;
}

function isStartByHand({ kind, before, after }: CommittedChange): boolean {
  return kind === "window" && before === null && after?.origin === "hand";
}

function overrideSentence(change: CommittedChange, at: string, { words: { did }, instant }: Tools): string {
  const { before, after } = change;
  const texts = did.override;
  const window = textIn(after ?? before, "window");
  if (!after) return texts.gone(window);
  const isNew = (field: string) => after[field] === true && before?.[field] !== true;
  const moves = (field: string) => typeof after[field] === "string" && after[field] !== before?.[field];
  if (isNew("canceled")) return texts.canceled(window, textIn(after, "occurrence").replace("T", " "));
  if (isNew("completed")) return texts.completed(window);
  if (isEarlyStart(change, at)) return texts.started(window);
  const [start, end] = [textIn(after, "start"), textIn(after, "end")];
  if (moves("start") && end !== "") return texts.moved(window, instant(start), instant(end));
  if (moves("end")) return texts.extended(window, instant(end));
  return texts.changed(window);
}

function protectionSentence(before: Fields | null, after: Fields | null, { did }: HistoryWords): string {
  const texts = did.protection;
  const turns = (field: string) => [before?.[field] === true, after?.[field] === true] as const;
  const said = [
    [...turns("four_eyes"), texts.fourEyes, texts.noFourEyes],
    [...turns("reason_required"), texts.reason, texts.noReason],
  ] as const;
  const changed = said.filter(([was, is]) => was !== is).map(([, is, on, off]) => (is ? on : off));
  return changed.length === 0 ? texts.changed : changed.join(". ");
}

function proposalSentence(id: string, before: Fields | null, after: Fields | null, { did }: HistoryWords): string {
  const texts: Readonly<Record<string, (id: string) => string>> = did.proposal;
  const state = textIn(after, "state");
  if (state === "open" && before !== null) return did.proposal.amended(id);
  return ((Object.hasOwn(texts, state) && texts[state]) || did.proposal.amended)(id);
}

function grantSentence(person: string, before: Fields | null, after: Fields | null, tools: Tools): string {
  const texts = tools.words.did.grant;
  const role = textIn(after ?? before, "role");
  const word = (Object.hasOwn(tools.roles, role) && tools.roles[role]) || role;
  const name = tools.nameOf(person);
  if (!after) return texts.gone(name, word);
  return before ? texts.changed(name, word) : texts.made(name, word);
}

function credentialSentence({ kind, before, after }: CommittedChange, { did }: HistoryWords): string {
  const texts = did.credential;
  const nouns: Readonly<Record<string, string>> = texts.what;
  const what = nouns[kind === "read_key" ? kind : textIn(after ?? before, "kind")] ?? "";
  const name = textIn(after ?? before, "name");
  if (!before) return (after?.imported === true ? texts.imported : texts.made)(what, name);
  const comes = (field: string) => (before[field] ?? null) === null && (after?.[field] ?? null) !== null;
  if (comes("revoked_at")) return texts.revoked(what, name);
  return (comes("replaced_by") ? texts.rotated : texts.changed)(what, name);
}

/** Maximum number of differences in a sentence; more are shown in the details. */
const maxFields = 3;
const longest = 40;

function withFields(sentence: string, differences: readonly Difference[], { words, paths }: Tools): string {
  const shown = differences.slice(0, maxFields).map(({ path, before, after }) => {
    const field = pathWords(path, paths);
    const [was, is] = [before, after].map((value) => (value === undefined ? null : valueText(value).replaceAll("\n", ", ")));
    const isShort = [was, is].every((text) => (text?.length ?? 0) <= longest);
    if (!isShort) return field;
    if (is === null || is === undefined) return words.fieldGone(field);
    return was === null || was === undefined ? words.fieldNow(field, is) : words.fieldChanged(field, was, is);
  });
  if (shown.length === 0) return sentence;
  const more = differences.length > maxFields ? ", …" : "";
  return words.withFields(sentence, `${shown.join(", ")}${more}`);
}

/** Differences to show for a change; of a created or deleted resource, only those with content. */
export function shownDifferences({ kind, before, after, differences }: CommittedChange): readonly Difference[] {
  // A proposal lists its own edits; here only its state matters.
  if (kind === "proposal") return differences.filter(({ path }) => path === "state");
  if (before && after) return differences.filter(({ path }) => !isOfNow(kind, path));
  return differences.filter(
    ({ path, before: was, after: is }) => path !== "id" && !isOfNow(kind, path) && (was ?? is ?? null) !== null,
  );
}

/** Returns whether the value is shown as it is now: the state of a key, which the revision does not record. */
function isOfNow(kind: CommittedChange["kind"], path: string): boolean {
  return isCredential(kind) && (path === "state" || path === "created_at");
}

/** Display name of a changed resource: a key by its name, everything else by its id. */
export function changedResourceName({ kind, id, before, after }: CommittedChange): string {
  return (isCredential(kind) && textIn(after ?? before, "name")) || id;
}

function isCredential(kind: CommittedChange["kind"]): kind is "read_key" | "token" {
  return kind === "read_key" || kind === "token";
}

function textIn(fields: Fields | null, name: string): string {
  const value = fields?.[name];
  return typeof value === "string" ? value : "";
}

/**
 * Returns whether a change of an occurrence started it early: it gave it a start that had come. A start that lies ahead is a move.
 * @param at instant of the commit
 */
export function isEarlyStart({ before, after }: Pick<CommittedChange, "before" | "after">, at: string): boolean {
  const start = after?.start;
  return typeof start === "string" && start !== before?.start && Date.parse(start) <= Date.parse(at);
}
