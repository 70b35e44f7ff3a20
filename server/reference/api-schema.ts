import { durationForm } from "drawbridge-rules/values/text-forms.ts";
import type { ApiSchema } from "../src/admin/openapi/openapi-example.ts";
import type { OpenApi } from "./openapi.ts";

export interface ApiMember {
  /** `keys[].name` */
  readonly name: string;
  readonly form: string;
  readonly required: boolean;
  readonly example?: unknown;
  /** Markdown. */
  readonly meaning: string;
}

type Schemas = OpenApi["components"]["schemas"];

export function membersOf(schema: ApiSchema, schemas: Schemas, depth: number, prefix = ""): readonly ApiMember[] {
  const { properties = {}, required = [], items, additionalProperties } = resolve(schema, schemas);
  if (items) return membersOf(items, schemas, depth, prefix === "" ? "" : `${prefix}[]`);
  const rows = Object.entries(properties).flatMap(([name, own]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const resolved = resolve(own, schemas);
    const { description = resolved.description ?? "" } = own;
    const [example] = resolved.examples ?? [];
    const row = { name: path, form: formOf(own, schemas), required: required.includes(name), example, meaning: description };
    return [row, ...(depth > 1 ? membersOf(resolved, schemas, depth - 1, path) : [])];
  });
  if (rows.length > 0 || typeof additionalProperties !== "object" || depth === 1) return rows;
  return membersOf(additionalProperties, schemas, depth - 1, prefix === "" ? "ID" : `${prefix}.ID`);
}

export function formOf(schema: ApiSchema, schemas: Schemas): string {
  const { isNullable, type, ...own } = resolve(schema, schemas);
  const form = formWithoutNull({ ...own, type: Array.isArray(type) ? type.find((each) => each !== "null") : type }, schemas);
  return isNullable || (Array.isArray(type) && type.includes("null")) ? `${form} or null` : form;
}

function formWithoutNull({ const: only, enum: values, anyOf, type, items, ...own }: ApiSchema, schemas: Schemas): string {
  const { additionalProperties, propertyNames, pattern, format } = own;
  if (only !== undefined) return `\`${only}\``;
  const listed = values ?? anyOf?.find((each) => each.enum)?.enum;
  if (listed) return listed.map((value) => `\`${value}\``).join(", ");
  if (anyOf) return [...new Set(anyOf.map((each) => formOf(each, schemas)))].join(" or ");
  if (items) return `list of ${formOf(items, schemas)}`;
  if (typeof additionalProperties === "object")
    return `map of ${formOf(additionalProperties, schemas)}${propertyNames?.$ref?.endsWith("LanguageTag") ? " by language" : ""}`;
  if (format === "date-time") return "instant";
  if (format === "binary") return "file";
  if (pattern !== undefined && pattern === durationForm.meta()?.pattern) return "duration";
  if (pattern?.startsWith("^v?\\d{")) return "version";
  return { string: "text", array: "list" }[String(type)] ?? String(type ?? "any");
}

/** Leaves out references, and the alternative null of another one. */
function resolve(schema: ApiSchema, schemas: Schemas): ApiSchema & { readonly isNullable?: boolean } {
  const { $ref, allOf, anyOf, ...own } = schema;
  const referred = $ref === undefined ? undefined : schemas[$ref.split("/").at(-1) ?? ""];
  const [first, ...rest] = allOf ?? [];
  const inner = referred ?? (rest.length === 0 ? first : undefined);
  if (inner) return resolve({ ...inner, ...own }, schemas);
  const [only, ...others] = anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (!only || others.length > 0 || others.length + 1 === anyOf?.length) return schema;
  return { ...resolve({ ...only, ...own }, schemas), isNullable: true };
}
