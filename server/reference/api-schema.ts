/** Members of a body or an answer as rows of a table. */
import type { ApiSchema, OpenApi } from "./openapi.ts";

export interface ApiMember {
  /** Path from the body, such as `keys[].name`. */
  readonly name: string;
  readonly form: string;
  readonly required: boolean;
  /** Markdown. */
  readonly meaning: string;
}

type Schemas = OpenApi["components"]["schemas"];

/** @param depth levels of members that are listed */
export function membersOf(schema: ApiSchema, schemas: Schemas, depth: number, prefix = ""): readonly ApiMember[] {
  const { properties = {}, required = [], items, additionalProperties } = resolve(schema, schemas);
  if (items) return membersOf(items, schemas, depth, prefix === "" ? "" : `${prefix}[]`);
  const rows = Object.entries(properties).flatMap(([name, own]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const resolved = resolve(own, schemas);
    const { description = resolved.description ?? "" } = own;
    const row = { name: path, form: formOf(own, schemas), required: required.includes(name), meaning: description };
    return [row, ...(depth > 1 ? membersOf(resolved, schemas, depth - 1, path) : [])];
  });
  if (rows.length > 0 || typeof additionalProperties !== "object" || depth === 1) return rows;
  return membersOf(additionalProperties, schemas, depth - 1, prefix === "" ? "ID" : `${prefix}.ID`);
}

export function formOf(schema: ApiSchema, schemas: Schemas): string {
  const { const: only, enum: values, type, format, items, anyOf, additionalProperties } = resolve(schema, schemas);
  if (only !== undefined) return `\`${only}\``;
  if (values) return values.map((value) => `\`${value}\``).join(", ");
  const isNull = anyOf?.some((each) => each.type === "null") || (Array.isArray(type) && type.includes("null"));
  const rest = anyOf?.filter((each) => each.type !== "null") ?? [];
  const plain = Array.isArray(type) ? type.find((each) => each !== "null") : type;
  const form = rest.length > 0 ? [...new Set(rest.map((each) => formOf(each, schemas)))].join(" or ") : simple(plain, format);
  if (items && plain === "array") return `list of ${formOf(items, schemas)}${isNull ? " or null" : ""}`;
  if (plain === "object" && typeof additionalProperties === "object") return `map of ${formOf(additionalProperties, schemas)}`;
  return `${form}${isNull ? " or null" : ""}`;
}

function simple(type: string | undefined, format: string | undefined): string {
  if (format === "date-time") return "instant";
  if (format === "binary") return "file";
  return { string: "text", integer: "integer", number: "number", boolean: "boolean", array: "list" }[type ?? ""] ?? type ?? "any";
}

/** Without references, and without the alternative null. */
function resolve(schema: ApiSchema, schemas: Schemas): ApiSchema {
  const { $ref, allOf, anyOf, ...own } = schema;
  const referred = $ref === undefined ? undefined : schemas[$ref.replace("#/components/schemas/", "")];
  if (referred) return resolve({ ...referred, ...own }, schemas);
  const [first, ...rest] = allOf ?? [];
  if (first && rest.length === 0) return resolve({ ...first, ...own }, schemas);
  const [only, ...others] = anyOf?.filter(({ type }) => type !== "null") ?? [];
  const isObject = only && others.length === 0 && "properties" in resolve(only, schemas);
  return isObject ? { ...resolve(only, schemas), anyOf: anyOf ?? [] } : schema;
}
