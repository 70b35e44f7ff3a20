import { type Kind, kinds } from "drawbridge-rules/project/kind.ts";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import type { Change, Row } from "../store/store.ts";

/** Anything larger is not a replica of an installation. */
export interface ReplicaLimits {
  readonly rows: number;
  /** Characters of all values together. */
  readonly size: number;
  /** Characters of one stream event, or of a line in a file. */
  readonly event: number;
}

export const replicaLimits: ReplicaLimits = { rows: 2_000_000, size: 384 * 1024 * 1024, event: 32 * 1024 * 1024 };

/** @throws ContentRefusal */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ContentRefusal(`${what} is damaged: it is not JSON`, error);
  }
}

/** @throws ContentRefusal */
export function asFields(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ContentRefusal(`${what} is damaged: it is not an object`);
  return value as Readonly<Record<string, unknown>>;
}

/** @throws ContentRefusal */
export function asCount(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new ContentRefusal(`${what} is damaged: it is not a whole number`);
  return value as number;
}

/** @throws ContentRefusal */
export function asText(value: unknown, what: string, longest = 1_000): string {
  if (typeof value !== "string" || value.length > longest)
    throw new ContentRefusal(`${what} is damaged: it is not text of at most ${longest} characters`);
  return value;
}

/** Sent back in a header, as the position to continue from. @throws ContentRefusal */
export function asMark(value: unknown, what: string): string {
  const text = asText(value, what, 64);
  if (!/^[A-Za-z0-9_-]+$/.test(text))
    throw new ContentRefusal(`${what} is damaged: it has characters other than letters and digits`);
  return text;
}

/** Sent back in a header. @throws ContentRefusal */
export function asCommit(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = asText(value, "the id of a commit", 200);
  if (!/^[!-~]+$/.test(text))
    throw new ContentRefusal("the id of a commit is damaged: it has characters other than printable ASCII");
  return text;
}

/** @throws ContentRefusal */
export function asProjects(value: unknown): readonly string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length > 10_000) throw new ContentRefusal("the projects of a replica are not a list");
  return value.map((project) => asText(project, "a project"));
}

/** @throws ContentRefusal */
export function asRow(value: unknown): Row {
  const fields = asFields(value, "a row");
  const change = asChange(fields);
  if (change.value === null) throw new ContentRefusal("a row is damaged: it has no value");
  return { ...change, value: change.value, revision: asCount(fields.revision, "the revision of a row") };
}

/** @throws ContentRefusal */
export function asChange(value: unknown): Change {
  const fields = asFields(value, "a change");
  const kind = asText(fields.kind, "a kind");
  const schema = asCount(fields.schema, "a schema");
  if (schema < 1) throw new ContentRefusal("a schema is damaged: it is below 1");
  if (!Object.hasOwn(kinds, kind))
    throw new ContentRefusal(
      `the data is newer than this program, which does not know the kind ${JSON.stringify(kind.slice(0, 40))}. Upgrade this edge`,
    );
  if (schema > currentSchema)
    throw new ContentRefusal(
      `the data is newer than this program: it has the schema ${schema}, and this program knows ${currentSchema}. Upgrade this edge`,
    );
  return {
    project: asText(fields.project, "a project"),
    kind: kind as Kind,
    id: asText(fields.id, "an id"),
    schema,
    value: fields.value === null ? null : asValue(fields.value),
  };
}

function asValue(value: unknown): string {
  const text = asText(value, "a value", Number.POSITIVE_INFINITY);
  asFields(parseJson(text, "a value"), "a value");
  return text;
}

/** The message is for the log, `/status` and the origin. */
export class ContentRefusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ContentRefusal";
  }
}
