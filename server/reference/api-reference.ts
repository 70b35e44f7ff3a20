import type { ApiSchema } from "../src/admin/openapi/openapi-example.ts";
import recorded from "./api-examples.json" with { type: "json" };
import { type ApiMember, formOf, membersOf } from "./api-schema.ts";
import { fence } from "./markdown.ts";
import { type ApiOperation, describeApi, type OpenApi } from "./openapi.ts";

export interface ApiChapter {
  /** `api-read-keys` */
  readonly slug: string;
  readonly title: string;
  readonly job: string;
  readonly entries: readonly ApiEntry[];
}

export interface ApiEntry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** `public`, `signed_in`, a role, or `key` for requests of apps. */
  readonly permission: string;
  readonly parameters: readonly (ApiMember & { readonly in: string })[];
  readonly body: readonly ApiMember[];
  readonly answers: readonly { readonly status: string; readonly description: string; readonly members: readonly ApiMember[] }[];
  readonly curl: string;
  readonly answer: { readonly status: number; readonly language: string; readonly text: string } | null;
}

export interface ApiExample {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly type: string;
  /** Text unless it is JSON. */
  readonly answer: unknown;
}

/** HEAD and OPTIONS have nothing to read beside GET. */
const shownMethods = ["get", "post", "put", "patch", "delete"];

export function apiReference(): readonly ApiChapter[] {
  const api = describeApi();
  const entries = Object.entries(api.paths).flatMap(([path, operations]) =>
    shownMethods.flatMap((method) => {
      const operation = operations[method];
      return operation ? [{ tag: operation.tags[0], entry: entryOf(api, method, path, operation) }] : [];
    }),
  );
  return api.tags.map(({ name, description }) => ({
    slug: `api-${name.toLowerCase().replaceAll(" ", "-")}`,
    title: name,
    job: description,
    entries: entries.filter(({ tag }) => tag === name).map(({ entry }) => entry),
  }));
}

export function apiIntroduction(): string {
  const variables = "SERVER=http://127.0.0.1:8080\nTOKEN=$(cat data/admin-token)\nKEY=$(cat data/demo-key)";
  const examples = `**Examples** are recorded from \`drawbridge serve --demo\`. Set their variables first:\n\n${fence("sh", variables)}`;
  return `${describeApi().info.description}\n\n${examples}`;
}

function entryOf({ components }: OpenApi, method: string, path: string, operation: ApiOperation): ApiEntry {
  const { operationId, summary, description = "", parameters = [], requestBody, responses } = operation;
  const { schemas } = components;
  const [content] = Object.values(requestBody?.content ?? {});
  const example = (recorded as Readonly<Record<string, ApiExample>>)[operationId];
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    title: summary,
    description,
    permission: operation["x-permission"] ?? "key",
    parameters: parameters.map(({ name, in: place, required = false, schema, description: meaning }) => ({
      name,
      in: place,
      required,
      form: formOf(schema, schemas),
      meaning,
    })),
    body: content ? membersOf(content.schema, schemas, 3) : [],
    answers: Object.entries(responses).map(([status, answer]) => {
      const resolved = components.responses[answer.$ref?.split("/").at(-1) ?? ""] ?? answer;
      const [media] = Object.values(resolved.content ?? {});
      return {
        status,
        description: resolved.description,
        members: media && Number(status) < 400 ? shortList(media.schema, schemas) : [],
      };
    }),
    curl: example ? curlOf(method, example) : "",
    answer: example ? answerOf(example) : null,
  };
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

function answerOf({ status, type, answer }: ApiExample): ApiEntry["answer"] {
  if (answer === null) return { status, language: "", text: "" };
  const isJson = typeof answer !== "string";
  return {
    status,
    language: isJson ? "json" : (type.split("/")[1] ?? ""),
    text: isJson ? JSON.stringify(answer, null, 2) : answer,
  };
}
