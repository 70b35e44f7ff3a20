/** The head of an object log: which snapshot and segments are its content. It is the only object that is ever replaced. */
import { asCommit, asCount, asFields, asMark, ContentRefusal, parseJson } from "../replicas/row-fields.ts";

/** Version of the log; a newer one is refused. */
const format = 1;
/** Earlier snapshots that a head names at most, and epochs: more, so that the objects of each are deleted before it is forgotten. */
const maxEarlier = 32;
const maxLeft = 2 * maxEarlier;
const day = 86_400_000;

export interface SnapshotRef {
  readonly name: string;
  readonly parts: number;
  /** Number of the last segment that it includes. */
  readonly segment: number;
  readonly revision: number;
}

/** A snapshot that a newer one replaced. It is kept for readers that have begun with it, and for when the newer one is damaged. */
export interface EarlierSnapshot extends SnapshotRef {
  readonly epoch: string;
  /** Number of the last segment when it was replaced. */
  readonly segments: number;
  /** When it was replaced, epoch ms. */
  readonly until: number;
}

export interface LogHead {
  /** Identifies the installation, by the hash of a secret: other installations never write here. */
  readonly installation: string;
  readonly epoch: string;
  /** Epochs before this one, the latest last. */
  readonly left: readonly string[];
  /** Number of the last segment. */
  readonly segments: number;
  /** Revision and commit after the last segment; null means that the id is unknown. */
  readonly revision: number;
  readonly commit: string | null;
  /** Time of that commit, epoch ms. */
  readonly at: number;
  /** Number of changes beside the log when those tables were shipped; null means a log that lacks them. */
  readonly beside: number | null;
  /** Random id of the process that wrote the head. */
  readonly writer: string;
  readonly snapshot: SnapshotRef;
  /** Snapshots before it, the latest first. */
  readonly earlier: readonly EarlierSnapshot[];
}

/** The head is not damaged, but of a program that is newer than this one: it must not be replaced. */
export class NewerFormat extends ContentRefusal {}

export function printHead(head: LogHead): string {
  return JSON.stringify({ format, ...head, left: head.left.slice(-maxLeft) });
}

/** @param where the object, for people. @throws ContentRefusal */
export function parseHead(text: string, where: string): LogHead {
  const fields = asFields(parseJson(text, where), where);
  const count = (name: string, of = fields) => asCount(of[name], `${where}: ${name}`);
  const version = count("format");
  if (version > format)
    throw new NewerFormat(
      `${where} is from a newer program: it has the format ${version}, and this program knows ${format}. Upgrade this program`,
    );
  const list = (name: string, most: number): unknown[] => {
    const value = fields[name];
    if (!Array.isArray(value) || value.length > most) throw new ContentRefusal(`${where} is damaged: ${name} is not a list`);
    return value;
  };
  const snapshot = (value: unknown) => {
    const own = asFields(value, `${where}: snapshot`);
    const ref = { name: asMark(own.name, `${where}: snapshot`), parts: count("parts", own), segment: count("segment", own) };
    return { own, ref: { ...ref, revision: count("revision", own) } };
  };
  return {
    installation: asMark(fields.installation, `${where}: installation`),
    epoch: asMark(fields.epoch, `${where}: epoch`),
    left: list("left", maxLeft).map((epoch) => asMark(epoch, `${where}: left`)),
    segments: count("segments"),
    revision: count("revision"),
    commit: asCommit(fields.commit),
    at: count("at"),
    beside: fields.beside === null ? null : count("beside"),
    writer: asMark(fields.writer, `${where}: writer`),
    snapshot: snapshot(fields.snapshot).ref,
    earlier: list("earlier", maxEarlier).map((value) => {
      const { own, ref } = snapshot(value);
      return {
        ...ref,
        epoch: asMark(own.epoch, `${where}: epoch`),
        segments: count("segments", own),
        until: count("until", own),
      };
    }),
  };
}

/** Keeps what was replaced in 24 hours, the latest one, and each epoch's last state for 30 days. @param now epoch ms */
export function replaceSnapshot(head: LogHead, now: number): EarlierSnapshot[] {
  const { snapshot, epoch, segments } = head;
  const all = [{ ...snapshot, epoch, segments, until: now }, ...head.earlier];
  const isLast = (one: EarlierSnapshot, i: number) => all.findIndex((other) => other.epoch === one.epoch) === i;
  const kept = all.filter((one, i) => i === 0 || now - one.until < (isLast(one, i) ? 30 * day : day));
  return kept.slice(0, maxEarlier);
}

/** True means an earlier snapshot has what was erased, and a new one would end it. @param now epoch ms */
export function hasExpired(head: LogHead, now: number): boolean {
  const { epoch, snapshot, earlier } = head;
  const kept = new Set(replaceSnapshot(head, now));
  return earlier.some((one) => !kept.has(one) && (one.epoch !== epoch || one.segment < snapshot.segment));
}

/** True means that no reader needs the object, and that no writer is about to name it in a head. */
export function isExpired(name: string, head: LogHead): boolean {
  const [epoch = "", object = ""] = name.split("/");
  const kept = head.earlier.filter((one) => one.epoch === epoch);
  const isCurrent = epoch === head.epoch;
  if (!isCurrent && !head.left.includes(epoch)) return false;
  const [kind, number, segment] = object.split("-");
  if (kind === "snapshot") {
    const isNamed = kept.some((one) => one.name === object);
    return isCurrent ? !isNamed && Number(segment) < head.snapshot.segment : !isNamed;
  }
  if (kind !== "segment") return false;
  const first = Math.min(...kept.map(({ segment }) => segment), isCurrent ? head.snapshot.segment : Number.POSITIVE_INFINITY);
  const last = isCurrent ? Number.POSITIVE_INFINITY : Math.max(...kept.map(({ segments }) => segments));
  return Number(number) <= first || Number(number) > last;
}
