import { z } from "zod";

/** Names of the members that an object may have, with the members of each; null: any. */
export type Members = { readonly [Name in string]: Members } | null;

/** JSON Merge Patch, RFC 7396 §2: null deletes a key, a map is merged, any other value replaces the old one. */
export function mergePatch(target: unknown, patch: unknown, members: Members = null): unknown {
  if (!isMap(patch)) return patch;
  const merged: Record<string, unknown> = Object.assign(Object.create(null), isMap(target) ? target : {});
  for (const [key, value] of Object.entries(patch)) {
    const isKnown = members === null || Object.hasOwn(members, key);
    // The null of an unknown member stays: the reader of the result refuses it like any other value.
    if (value === null && isKnown) delete merged[key];
    else merged[key] = mergePatch(merged[key], value, isKnown ? members?.[key] : null);
  }
  return merged;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Members that a form and its strict parts have. The first call for a form prints its JSON Schema, so no start calls this. */
export function listMembers(form: z.ZodType): Members {
  const known = listed.get(form) ?? readMembers(form);
  listed.set(form, known);
  return known;
}

const listed = new WeakMap<z.ZodType, Members>();

function readMembers(form: z.ZodType): Members {
  const { $defs = {}, ...whole } = z.toJSONSchema(form, { io: "input" });
  const read = ({ $ref, properties = {}, additionalProperties }: z.core.JSONSchema.BaseSchema): Members => {
    if ($ref !== undefined) return read($defs[$ref.replace("#/$defs/", "")] ?? {});
    if (additionalProperties !== false) return null;
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, typeof member === "boolean" ? null : read(member)]),
    );
  };
  return read(whole);
}
