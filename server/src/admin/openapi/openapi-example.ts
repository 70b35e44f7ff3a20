/** Examples of contents: a schema's own, or one put together from those of its members, without optional ones that have none. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
}

/**
 * @param shared named schemas @returns undefined if the content is binary @throws a defect: nothing shows a text of the schema
 */
export function exampleOf(schema: Schema, shared: Readonly<Record<string, Schema>>): unknown {
  const { $ref, type, examples, items, properties, additionalProperties: others } = schema;
  const of = (part: Schema = {}) => exampleOf(part, shared);
  if (examples) return examples[0];
  if ($ref !== undefined) return of(shared[$ref.replace("#/components/schemas/", "")]);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first, ...rest] = schema.anyOf ?? schema.allOf ?? [];
  if (type?.includes("null") || rest.some((other) => other.type === "null")) return null;
  if (first) return of(first);
  if (type === "array") return [of(items)];
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return schema.minimum ?? 0;
  if (schema.format === "binary") return undefined;
  if (type !== "object") throw new Error(`No example in ${JSON.stringify(schema)}`);
  if (!properties && typeof others === "object") return { [String(of(schema.propertyNames))]: of(others) };
  const shown = Object.entries(properties ?? {}).filter(([name, { examples: own }]) => own || schema.required?.includes(name));
  return Object.fromEntries(shown.map(([name, member]) => [name, of(member)]));
}
