import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import { roles } from "drawbridge-rules/people/role.ts";
import type { Token, TokenRequest } from "drawbridge-rules/wire/token.ts";
import { undoLine } from "./advice.ts";
import { operand, option, type Values } from "./arguments.ts";
import { type Context, readCommand } from "./command.ts";
import * as credentials from "./credential-commands.ts";
import { expiresOption, given, optionalProject, readReason, reasonOption } from "./options.ts";
import { personNames } from "./person.ts";
import { listCommand } from "./resource-commands.ts";
import { instanceId, instant, oneLine, oneOf, projectId, role } from "./text-form.ts";

const kinds = ["access", "edge", "calendar"] as const satisfies readonly TokenKind[];
const placeOption = optionalProject("tokens of this project; default: of the whole installation");

export const tokenCreate = readCommand({
  name: "token create",
  meaning: "create a token (shown once)",
  options: [
    { flags: "--kind <kind>", meaning: "access (people and scripts, default), edge or calendar", choices: kinds },
    { flags: "--name <text>", meaning: "name, shown in the history" },
    {
      ...placeOption,
      meaning: "limit to this project; default: the whole installation; an edge token can repeat it, a calendar requires it",
    },
    { flags: "--role <role>", meaning: "access with --project: viewer, operator, editor or owner", choices: roles },
    { flags: "--instance <id>", meaning: "calendar: only maintenance of this instance; default: the whole project" },
    expiresOption,
    reasonOption,
  ],
  examples: [
    'token create --name "deploy script" --project acme-shop --role operator --expires 2027-12-31T00:00:00Z',
    'token create --name "disaster recovery"',
    "token create --kind edge --name Frankfurt --project acme-shop --project acme-bank",
    'token create --kind calendar --project acme-shop --name "on-call calendar"',
    "token create --kind calendar --project acme-shop --name EU --instance eu-1 --json",
  ],
  notes:
    "Without --project, an access token can read and change every project of the installation. It belongs to the person who creates\nit; created with a token that belongs to no person, it belongs to no person.\nAn edge token can read the configuration of its projects, and nothing else. Other edges can follow an edge whose token\nhas all projects. Anyone with the address of a calendar can read it: create one per reader, to revoke them separately.",
  read(args) {
    const kind = args.option("kind", oneOf(kinds)) ?? "access";
    const projects = args.list("project", projectId);
    const project = kind === "edge" ? null : args.option("project", projectId);
    const request = {
      ...(kind === "access" ? {} : { kind }),
      name: args.required("name", oneLine),
      ...given({
        expires_at: args.option("expires", instant),
        role: args.option("role", role),
        instance: args.option("instance", instanceId),
      }),
      ...(kind === "edge" && projects.length > 0 ? { projects } : {}),
    };
    for (const problem of requestProblems(kind, project, request)) if (!args.hasProblems) args.problem(problem);
    return { project, request, options: readReason(args) };
  },
  async run({ project, request, options }, context) {
    const { client, output } = context;
    const { id, token, calendar } =
      project === null
        ? { calendar: undefined, ...(await client.createToken({ body: request, ...options })) }
        : await client.createProjectToken({ project, body: request, ...options });
    const members = calendar === undefined ? { id, token } : { id, token, calendar };
    output.answer(members, () => [
      ...credentials.createdLines(createdTitle(id, project, request), calendar ?? token, uses[request.kind ?? "access"]),
      undoLine(context, { ...given({ project }), id }),
    ]);
  },
});

function* requestProblems(kind: TokenKind, project: string | null, { role: wanted, instance }: TokenRequest) {
  if (kind === "calendar" && project === null) yield `--project is missing: expected ${projectId.expected}`;
  if (kind === "access" && project !== null && wanted === undefined) yield `--role is missing: expected ${role.expected}`;
  if (kind === "access" && project === null && wanted !== undefined)
    yield "--role requires --project: a token for the installation has full access";
  if (kind !== "access" && wanted !== undefined) yield `--role is only for access tokens, not --kind ${kind}`;
  if (kind !== "calendar" && instance !== undefined) yield "--instance requires --kind calendar";
}

const nouns: Readonly<Record<TokenKind, string>> = { access: "access token", edge: "edge token", calendar: "calendar address" };
const uses: Readonly<Record<TokenKind, string>> = {
  access: "Commands take it from DRAWBRIDGE_TOKEN or --token.",
  edge: "An edge takes it from DRAWBRIDGE_EDGE_TOKEN.",
  calendar: "Subscribe to this address in a calendar.",
};

function createdTitle(id: string, project: string | null, { kind = "access", role: given }: TokenRequest): string {
  const whose = given
    ? ` for ${given === "viewer" ? "a" : "an"} ${given} of ${project}`
    : project === null
      ? ""
      : ` of ${project}`;
  return `Created the ${nouns[kind]} ${id}${whose}.`;
}

const tokens: credentials.CredentialKind<string | null> = {
  group: "token",
  noun: "token",
  operand: operand("TOKEN", "id or name, from token list", oneLine),
  project: placeOption,
  list: (project, context) => listTokens({ project, kind: null }, context),
  patch: (project, token, body, options, { client }) =>
    project === null
      ? client.patchToken({ token, body, ...options })
      : client.patchProjectToken({ project, token, body, ...options }),
  revoke: (project, token, options, { client }) =>
    project === null ? client.revokeToken({ token, ...options }) : client.revokeProjectToken({ project, token, ...options }),
};

const listArgs = {
  project: placeOption,
  kind: option("--kind <kind>", "only access, edge or calendar; default: all that you can see", oneOf(kinds)),
};

function listTokens({ project, kind }: Values<typeof listArgs>, { client }: Context): Promise<readonly Token[]> {
  const only = given({ kind });
  return project === null ? client.listAll("listTokens", only) : client.listAll("listProjectTokens", { project, ...only });
}

export const tokenList = listCommand({
  name: "token list",
  meaning: "list tokens of people, scripts, edges and calendars",
  args: listArgs,
  examples: ["token list", "token list --project acme-shop", "token list --project acme-shop --kind calendar"],
  notes:
    "The token of the server's environment (DRAWBRIDGE_ADMIN_TOKEN) is not among them. Only owners see a project's access tokens.",
  member: "tokens",
  find: listTokens,
  none({ project, kind }, { line }) {
    const option = kind === null || kind === "access" ? "" : ` --kind ${kind}`;
    if (kind === "calendar" && project === null)
      return `Calendars belong to a project. List those of one: ${line("token list --kind calendar --project PROJECT")}`;
    if (kind === "edge" && project !== null)
      return `Edge tokens belong to the installation. List them: ${line("token list --kind edge")}`;
    if (project === null) return `No tokens. Create one: ${line(`token create${option} --name NAME`)}`;
    const role = option === "" ? " --role ROLE" : "";
    return `${project} has no token. Create one: ${line(`token create${option} --project ${project}${role} --name NAME`)}`;
  },
  async columns(_, { project }, context) {
    const names = await personNames(project, context);
    return [
      ["TOKEN", ({ id }) => id],
      ["KIND", ({ kind }) => kind],
      ["NAME", ({ name }) => name],
      ["SCOPE", ({ role, instance, projects }) => role ?? instance ?? projects?.join(", ") ?? "all"],
      credentials.last4Column,
      ["STATE", ({ state }) => state],
      ["OWNER", ({ created_by: person }) => (person === null ? "-" : (names.get(person) ?? person))],
      credentials.created,
      credentials.expiresColumn,
      credentials.lastUsedColumn,
    ];
  },
});

export const tokenSet = credentials.setCommand(tokens, {
  examples: ["token set TOKEN --project acme-shop --expires 2027-12-31T00:00:00Z", "token set TOKEN --name Frankfurt"],
  notes: " Edges that follow with an edge token connect again.",
});

export const tokenRevoke = credentials.revokeCommand(tokens, {
  examples: ["token revoke TOKEN", "token revoke TOKEN --project acme-shop"],
  notes:
    "Calendars subscribed with a calendar's token stop receiving events. Edges that use an edge token get no more updates but\nkeep answering from their replica: stop them too.",
});
