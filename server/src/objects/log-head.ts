/** The head names the log's snapshot and segments. It is the only object that is ever replaced. */
import { DAY } from "drawbridge-rules/values/duration.ts";
import { z } from "zod";
import { asCount, asFields, ContentRefusal, parseJson } from "../replicas/row-fields.ts";

/** A newer format is refused. */
const format = 1;
/** A head names more epochs than snapshots, so that each one's objects are deleted first. */
const maxEarlier = 32;
const maxLeft = 2 * maxEarlier;

const count = z.int().nonnegative();
const mark = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);
/** `segment` is the number of the last one that it includes. */
const snapshotRef = z.object({ name: mark, parts: count, segment: count, revision: count });
/** Kept for its readers from `until` (epoch ms) on, and for when the newer one is damaged. */
const earlierSnapshot = snapshotRef.extend({ epoch: mark, segments: count, until: count });
const logHead = z.object({
  /** The hash of a secret: other installations never write here. */
  installation: mark,
  epoch: mark,
  /** Epochs before this one, the latest last. */
  left: z.array(mark).max(maxLeft).readonly(),
  /** Number of the last segment; `revision`, `commit` (null means unknown) and `at` (epoch ms) are those of its end. */
  segments: count,
  revision: count,
  commit: z
    .string()
    .max(200)
    .regex(/^[!-~]+$/)
    .nullable(),
  at: count,
  /** Changes beside the log when those tables were shipped; null means a log without them. */
  beside: count.nullable(),
  writer: mark,
  snapshot: snapshotRef,
  /** Snapshots before it, the latest first. */
  earlier: z.array(earlierSnapshot).max(maxEarlier).readonly(),
});
export type SnapshotRef = Readonly<z.infer<typeof snapshotRef>>;
export type EarlierSnapshot = Readonly<z.infer<typeof earlierSnapshot>>;
export type LogHead = Readonly<z.infer<typeof logHead>>;

/** The head is of a newer program: it must not be replaced. */
export class NewerFormat extends ContentRefusal {}

export function printHead(head: LogHead): string {
  return JSON.stringify({ format, ...head, left: head.left.slice(-maxLeft) });
}

/** @param where the object, for people. @throws ContentRefusal */
export function parseHead(text: string, where: string): LogHead {
  const fields = asFields(parseJson(text, where), where);
  const version = asCount(fields.format, `${where}: format`);
  if (version > format)
    throw new NewerFormat(
      `${where} is from a newer program: it has the format ${version}, and this program knows ${format}. Upgrade this program`,
    );
  const { data, error } = logHead.safeParse(fields);
  if (data) return data;
  const [{ path, message } = { path: [], message: "" }] = error.issues;
  throw new ContentRefusal(`${where} is damaged: ${path.join(".")}: ${message}`);
}

/** Keeps what was replaced in 24 hours, the latest one, and each epoch's last state for 30 days. @param now epoch ms */
export function replaceSnapshot(head: LogHead, now: number): EarlierSnapshot[] {
  const { snapshot, epoch, segments } = head;
  const all = [{ ...snapshot, epoch, segments, until: now }, ...head.earlier];
  const isLast = (one: EarlierSnapshot, i: number) => all.findIndex((other) => other.epoch === one.epoch) === i;
  const kept = all.filter((one, i) => i === 0 || now - one.until < (isLast(one, i) ? 30 * DAY : DAY));
  return kept.slice(0, maxEarlier);
}

/** An earlier snapshot has what was erased, and a new one would end it. @param now epoch ms */
export function hasExpired(head: LogHead, now: number): boolean {
  const { epoch, snapshot, earlier } = head;
  const kept = new Set(replaceSnapshot(head, now));
  return earlier.some((one) => !kept.has(one) && (one.epoch !== epoch || one.segment < snapshot.segment));
}

/** No reader needs the object, and no writer is about to name it in a head. */
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
