import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { manifestJsonSchema } from "drawbridge-rules/wire/manifest-json-schema.ts";
import type { ApiSchema } from "../src/admin/openapi/openapi-example.ts";
import { type ApiMember, membersOf } from "./api-schema.ts";
import { fence, page, table } from "./markdown.ts";

const { definitions } = manifestJsonSchema() as { readonly definitions: Readonly<Record<string, ApiSchema>> };

const sections: readonly (readonly [heading: string, definition: string])[] = [
  ["The project", "Manifest"],
  ["`platforms.PLATFORM`", "PlatformForm"],
  ["`platforms.PLATFORM.releases`", "Releases"],
  ["`platforms.PLATFORM.step`", "PolicyStep"],
  ["`instances.INSTANCE`", "InstanceForm"],
  ["`windows.WINDOW`", "MaintenanceWindowForm"],
];

export function manifestPage(): string {
  return page(
    "Members of a manifest",
    "Look up a member of the manifest, its form and an example.",
    "[The manifest](../manifest.md) shows all of them in one file. Each server has this as a JSON Schema at `/manifest.schema.json`: editors complete and check a file that names it in its first line.",
    fence("yaml", "# yaml-language-server: $schema=https://drawbridge.example.com/manifest.schema.json"),
    ...sections.flatMap(([heading, definition]) => [
      `## ${heading}`,
      table(["member", "form", "example", "meaning"], rowsOf(membersOf(definitions[definition] ?? {}, definitions, 2))),
    ]),
  );
}

/** An empty member is null, which is not worth a word for each. */
function rowsOf(members: readonly ApiMember[]): string[][] {
  const outer = members.filter(({ name }) => !name.includes("."));
  return outer.map(({ name, form: withNull, required, example, meaning }) => {
    const form = withNull.replace(/ or null$/, "").replace("map of any", "map of object");
    const inner = members.flatMap((each) =>
      each.name.startsWith(`${name}.`) ? [`\`${each.name.slice(name.length + 1)}\``] : [],
    );
    return [
      `\`${name}\``,
      `${form === "object" ? `object with ${inner.join(", ")}` : form}${required ? ", required" : ""}`,
      example === undefined ? "" : `\`${shown(example, form)}\``,
      meaning.replaceAll("|", "\\|"),
    ];
  });
}

/** As people write it: a version in quotes, without which YAML would read a number, and a duration in short. */
function shown(example: unknown, form: string): string {
  if (form === "duration") return printTypedDuration(parseDuration(String(example)) ?? 0);
  return typeof example === "string" && form !== "version" ? example : JSON.stringify(example);
}
