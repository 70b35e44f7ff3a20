/** RFC 7396, derived from members. The server merges first, and reads the result. */
import { z } from "zod";
import { remembered } from "../values/remembered.ts";
import { documented, formOf } from "../values/schema.ts";
import type { Wire } from "./values.ts";

/** Maps are merged, lists are replaced. */
export type Patch<T> = string extends keyof T
  ? { readonly [Key in keyof T]: PatchedMember<T[Key]> | null }
  : { readonly [Key in keyof T]?: PatchedMember<T[Key]> | null };
type PatchedMember<T> = T extends readonly unknown[] ? T : T extends object ? Patch<T> : T;

export function patchOf<S extends z.ZodObject>(
  id: string,
  noun: S,
  example?: Patch<Wire<S>>,
): z.ZodType<unknown, Patch<Wire<S>>> {
  const shape = Object.entries(noun.shape).map(([name, member]) => {
    const { form, isOptional } = formOf(member);
    const patch = patchForm(form);
    const { description } = form.meta() ?? {};
    const nullable = isOptional ? patch.nullable().meta(description === undefined ? {} : { description }) : patch;
    return [name, nullable.optional()];
  });
  const described = {
    id,
    description: "Null deletes a member, and a member that is left out stays (RFC 7396)",
    ...(example ? { examples: [example] } : {}),
  };
  return z.strictObject(Object.fromEntries(shape)).meta(described) as never;
}

function patchForm(form: z.ZodType): z.ZodType {
  return remembered(patches, form, () => createPatch(form));
}

/** One for each form: nouns with the same part share its patch. */
const patches = new WeakMap<z.ZodType, z.ZodType>();

function createPatch(form: z.ZodType): z.ZodType {
  const { id, description } = form.meta() ?? {};
  const details = { ...(id === undefined ? {} : { id: `${id}Patch` }), ...(description === undefined ? {} : { description }) };
  if (form instanceof z.ZodObject) return patchOf(`${id}Patch`, form);
  if (form instanceof z.ZodUnion) return z.union(form.options.map((option) => patchForm(option as z.ZodType))).meta(details);
  if (!(form instanceof z.ZodRecord)) return documented(form);
  return z.record(form.keyType, (form.valueType as z.ZodType).nullable()).meta(details);
}
