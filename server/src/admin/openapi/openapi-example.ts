export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
  readonly items?: ApiSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly propertyNames?: ApiSchema;
  readonly additionalProperties?: ApiSchema | boolean;
  readonly minimum?: number;
}

/** Undefined for binary content. @throws a defect: no example for a text */
export function exampleOf(schema: ApiSchema, shared: Readonly<Record<string, ApiSchema>>): unknown {
  const { $ref, type, examples, items, properties, additionalProperties: others } = schema;
  const of = (part: ApiSchema = {}) => exampleOf(part, shared);
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
