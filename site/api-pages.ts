import recorded from "../server/reference/api-examples.json" with { type: "json" };
import { type ApiMember, formOf, membersOf } from "../server/reference/api-schema.ts";
import { fence } from "../server/reference/markdown.ts";
import { type ApiOperation, describeApi, type OpenApi } from "../server/reference/openapi.ts";
import type { ApiSchema } from "../server/src/admin/openapi/openapi-example.ts";
import type { Page } from "./pages.ts";

export interface ApiExample {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly type: string;
  /** Text unless it is JSON. */
  readonly answer: unknown;
}

const everywhere = ["401", "429", "500", "503"];
/** HEAD and OPTIONS have nothing to read beside GET. */
const shownMethods = ["get", "post", "put", "patch", "delete"];
const variables = "SERVER=http://127.0.0.1:8080\nTOKEN=$(cat data/admin-token)\nKEY=$(cat data/demo-key)";

export function apiPages(): readonly [Page, ...Page[]] {
  const api = describeApi();
  const slugOf = (title: string) => `api-${title.toLowerCase().replaceAll(" ", "-")}`;
  const list = api.tags.map(({ name, description }) => `- [${name}](${slugOf(name)}.md): ${description}`).join("\n");
  const examples = `**Examples** are recorded from \`drawbridge serve --demo\`. Set their variables first:\n\n${fence("sh", variables)}`;
  const index = `# HTTP API\n\nLook up a request, with its answer.\n\n${list}\n\nGenerate a client from \`/openapi.json\`, which each server has. The pages leave out ${everywhere.join(", ")}, which every request can get: [Problems](problems.md).\n\n## Every request\n\n${api.info.description}\n\n${examples}\n`;
  const pages = api.tags.map(({ name, description }) => ({
    address: `reference/${slugOf(name)}`,
    title: `${name} API`.replace("API API", "API"),
    job: "",
    markdown: `# ${name}\n\n${description}\n\n${printOperations(api, name)}`,
  }));
  return [{ address: "reference/api", title: "HTTP API", job: "Look up a request, with its answer.", markdown: index }, ...pages];
}

function printOperations({ paths, components }: OpenApi, tag: string): string {
  const shown = new Map<string, string>();
  // An edit often has the members of what it edits: they are listed once.
  const members = (title: string, { operationId, summary }: ApiOperation, rows: readonly ApiMember[]) => {
    const key = JSON.stringify(rows.map(({ name, form, meaning }) => [name, form, meaning]));
    const earlier = rows.length > 3 ? shown.get(key) : undefined;
    if (earlier !== undefined) return `**${title}**: as in ${earlier}.`;
    shown.set(key, `[${summary}](#${operationId})`);
    return table(
      title,
      ["name", "form", "meaning"],
      rows.map((each) => [each.name, each.form, each]),
    );
  };
  const printed = Object.entries(paths).flatMap(([path, operations]) =>
    shownMethods.flatMap((method) => {
      const operation = operations[method];
      return operation?.tags[0] === tag ? [printOperation(components, method, path, operation, members)] : [];
    }),
  );
  return printed.join("\n");
}

function printOperation(
  { schemas, responses: shared }: OpenApi["components"],
  method: string,
  path: string,
  operation: ApiOperation,
  members: (title: string, operation: ApiOperation, rows: readonly ApiMember[]) => string,
): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const [body] = Object.values(requestBody?.content ?? {});
  const example = (recorded as Readonly<Record<string, ApiExample>>)[operationId];
  const answers = Object.entries(responses).map(([status, answer]) => {
    return { status, ...(shared[answer.$ref?.split("/").at(-1) ?? ""] ?? answer) };
  });
  const parts = [
    `## ${summary} {#${operationId}}`,
    `\`${method.toUpperCase()} ${path}\``,
    description,
    table(
      "Parameters",
      ["name", "in", "form", "meaning"],
      parameters.map(({ name, in: place, required = false, schema, description: meaning }) => {
        return [name, place, formOf(schema, schemas), { required, meaning }];
      }),
    ),
    members("Body", operation, body ? membersOf(body.schema, schemas, 3) : []),
    `**Answers**\n\n${answers
      .filter(({ status }) => !everywhere.includes(status))
      .map(({ status, description: meaning }) => `- **${status}** ${meaning}`)
      .join("\n")}`,
    members(
      "Members of the answer",
      operation,
      answers.flatMap(({ status, content = {} }) => {
        const [media] = Object.values(content);
        const listed = media && Number(status) < 400 ? shortList(media.schema, schemas) : [];
        return listed.map((member) => ({ ...member, required: false }));
      }),
    ),
    "<!-- example -->",
    ...(example ? [fence("sh", curlOf(method, example)), answerOf(example)] : []),
  ];
  return ["<!-- operation -->", ...parts, "<!-- end operation -->\n"].filter(Boolean).join("\n\n");
}

/** Members of members would be too many to read. */
function shortList(schema: ApiSchema, schemas: OpenApi["components"]["schemas"]): readonly ApiMember[] {
  const members = membersOf(schema, schemas, 2);
  return members.length > 60 ? membersOf(schema, schemas, 1) : members;
}

function curlOf(method: string, { path, headers, body }: ApiExample): string {
  const data = body === undefined ? [] : [`--data '${JSON.stringify(body).replaceAll("'", "'\\''")}'`];
  const words = [
    `curl${method === "get" || (method === "post" && data.length > 0) ? "" : ` -X ${method.toUpperCase()}`}`,
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${value.includes("$") ? `"${name}: ${value}"` : `'${name}: ${value}'`}`,
    ),
    ...data,
    `"$SERVER${path}"`,
  ];
  return words.join(" \\\n  ");
}

function answerOf({ status, type, answer }: ApiExample): string {
  if (answer === null || answer === "") return `Answer ${status}`;
  const isText = typeof answer === "string";
  return `Answer ${status}:\n\n${isText ? fence(type.split("/")[1] ?? "", answer) : fence("json", JSON.stringify(answer, null, 2))}`;
}

type Cell = string | { readonly required: boolean; readonly meaning: string };

function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "";
  const cellOf = (cell: Cell, i: number) => {
    const text =
      typeof cell === "string" ? (i === 0 ? `\`${cell}\`` : cell) : `${cell.required ? "**Required.** " : ""}${cell.meaning}`;
    return text.replaceAll("|", "\\|").replaceAll("\n", " ");
  };
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(cellOf))].map((cells) => `| ${cells.join(" | ")} |`);
  return `**${title}**\n\n${lines.join("\n")}`;
}
