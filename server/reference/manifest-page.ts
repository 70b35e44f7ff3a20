/** The members of a manifest, from its JSON Schema. */
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { manifestJsonSchema } from "drawbridge-rules/wire/manifest-json-schema.ts";
import { fence, page, table } from "./markdown.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const { definitions, $ref: whole } = manifestJsonSchema() as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

/** A mapping by id, or one of its entries. */
const sections: readonly (readonly [heading: string, schema: Schema])[] = [
  ["The project", resolved({ $ref: whole ?? "" })],
  ["`platforms.PLATFORM`", named("PlatformForm")],
  ["`platforms.PLATFORM.releases`", resolved(named("Releases").items ?? {})],
  ["`platforms.PLATFORM.step`", named("PolicyStep")],
  ["`instances.INSTANCE`", named("InstanceForm")],
  ["`windows.WINDOW`", named("MaintenanceWindowForm")],
];

export function manifestPage(): string {
  return page(
    "Members of a manifest",
    "Look up a member of the manifest, its form and an example.",
    "[The manifest](../manifest.md) shows all of them in one file. Each server has this as a JSON Schema at `/manifest.schema.json`: editors complete and check a file that names it in its first line.",
    fence("yaml", "# yaml-language-server: $schema=https://drawbridge.example.com/manifest.schema.json"),
    ...sections.flatMap(([heading, schema]) => [
      `## ${heading}`,
      table(
        ["member", "form", "example", "meaning"],
        Object.entries(schema.properties ?? {}).map(([name, member]) => row(name, member, schema.required ?? [])),
      ),
    ]),
  );
}

function row(name: string, member: Schema, required: readonly string[]): string[] {
  const form = resolved(member);
  const [example] = form.examples ?? [];
  return [
    `\`${name}\``,
    `${formOf(form)}${required.includes(name) ? ", required" : ""}`,
    example === undefined ? "" : `\`${shown(example, formOf(form))}\``,
    (member.description ?? form.description ?? "").replaceAll("|", "\\|"),
  ];
}

function formOf(schema: Schema): string {
  const { const: only, enum: values, type, items, properties, propertyNames, minimum, maximum, pattern, anyOf } = schema;
  if (only !== undefined) return `\`${only}\``;
  const listed = values ?? anyOf?.find((each) => each.enum)?.enum;
  if (listed) return listed.map((value) => `\`${value}\``).join(" or ");
  if (anyOf) return anyOf.map(formOf).join(" or ");
  if (type === "array") return `list of ${formOf(resolved(items ?? {}))}s`;
  if (type === "integer") return `whole number, ${minimum} to ${maximum}`;
  if (type === "string") return pattern?.startsWith("^(?:[Pp]") ? "duration" : pattern?.startsWith("^v?\\d") ? "version" : "text";
  if (sections.some(([, described]) => described === schema)) return "mapping";
  if (propertyNames) return propertyNames.$ref?.endsWith("LanguageTag") ? "text by language" : "mapping by id";
  return `mapping with ${Object.keys(properties ?? {})
    .map((name) => `\`${name}\``)
    .join(", ")}`;
}

/** As people write it: a version in quotes, which YAML would read as a number, and a duration in short. */
function shown(example: unknown, form: string): string {
  if (form === "duration") return printTypedDuration(parseDuration(String(example)) ?? 0);
  return typeof example === "string" && form !== "version" ? example : JSON.stringify(example);
}

function named(name: string): Schema {
  return definitions[name] ?? {};
}

/** Without references, and without the alternative null of an empty member. */
function resolved(schema: Schema): Schema {
  const { $ref, allOf, anyOf } = schema;
  if ($ref !== undefined) return resolved(named($ref.replace("#/definitions/", "")));
  const [first] = allOf ?? (anyOf?.some(({ type }) => type === "null") ? anyOf : []) ?? [];
  return first && schema.properties === undefined ? resolved(first) : schema;
}
