import { DrawbridgeError, maxProblems, ProblemList, type ProblemSink, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { isMap, joinPath } from "drawbridge-rules/values/fields.ts";
import { formOf } from "drawbridge-rules/values/schema.ts";
import { z } from "zod";
import type { RequestBody } from "./admin-route.ts";

export interface FormPlace {
  /** In the manifest; "" is its head. */
  readonly path: string;
  readonly id: string;
  /** Only answers have these; clients may send them back. */
  readonly readOnly: readonly string[];
}

/** @throws invalid: no body, or not a map */
export function resourceForm(body: RequestBody | null, place: FormPlace, problems: ProblemList): object {
  if (body === null)
    throw new DrawbridgeError("invalid", "the request has 1 problem", [{ path: place.path, message: "expected a body" }]);
  const { document, problems: wrong } = body.text;
  if (document === undefined) throwIfAny(wrong, "the body");
  problems.addAll(wrong);
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    const problem = { path: place.path, message: "expected an object" };
    throw new DrawbridgeError("invalid", "the body has 1 problem", body.text.locate([problem], place.path));
  }
  const form: Record<string, unknown> = Object.assign(Object.create(null), document);
  if (form.id !== undefined && form.id !== place.id) {
    problems.push({ path: joinPath(place.path, "id"), message: "expected the id that is in the address, or none" });
  }
  for (const name of place.readOnly) delete form[name];
  return form;
}

/** @throws invalid with every problem, including the body's own with their lines */
export function readForm<T>(
  body: RequestBody | null,
  place: FormPlace,
  read: (form: unknown, problems: ProblemSink) => T | null,
): T {
  const problems = new ProblemList();
  const form = resourceForm(body, place, problems);
  const value = read(form, problems);
  throwIfAny(problems, "the body", (listed) => body?.text.locate(listed, place.path) ?? listed);
  if (value === null) throw new DrawbridgeError("internal", "a form without problems gave nothing");
  return value;
}

export async function withLines<T>(body: RequestBody | null, prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || body === null || error.problems.length === 0) throw error;
    const listed = error.problems.slice(0, maxProblems);
    const more = error.more + error.problems.length - listed.length;
    throw error.withProblems(body.text.locate(listed, prefix), more);
  }
}

/** Names of the members that an object may have; null means any. */
export type Members = { readonly [Name in string]: Members } | null;

/** JSON Merge Patch, RFC 7396 §2: null deletes a key, a map is merged, any other value replaces the old one. */
export function mergePatch(target: unknown, patch: unknown, members: Members = null): unknown {
  if (!isMap(patch)) return patch;
  const merged: Record<string, unknown> = Object.assign(Object.create(null), isMap(target) ? target : {});
  for (const [key, value] of Object.entries(patch)) {
    const isKnown = members === null || Object.hasOwn(members, key);
    // The null of an unknown member stays: the reader of the result refuses it.
    if (value === null && isKnown) delete merged[key];
    else merged[key] = mergePatch(merged[key], value, isKnown ? members?.[key] : null);
  }
  return merged;
}

export function listMembers(form: z.ZodType): Members {
  if (!(form instanceof z.ZodObject)) return null;
  const members = Object.entries<z.ZodType>(form.shape);
  return Object.fromEntries(members.map(([name, member]) => [name, listMembers(formOf(member).form)]));
}
