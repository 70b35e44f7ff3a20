import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import type { Token, TokenRequest } from "drawbridge-rules/wire/token.ts";
import { undoLine } from "./advice.ts";
import { list, operand, option, required, type Values } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import * as credentials from "./credential-commands.ts";
import { expiresOption, given, optionalProject, reasonOption } from "./options.ts";
import { personNames } from "./person.ts";
import { listCommand } from "./resource-commands.ts";
import { instanceId, oneLine, oneOf, projectId, role } from "./text-form.ts";

const kinds = ["access", "edge", "calendar"] as const satisfies readonly TokenKind[];
const placeOption = optionalProject("tokens of this project; default: of the whole installation");

export const tokenCreate = command({
  name: "token create",
  meaning: "create a token (shown once)",
  args: {
    kind: option("--kind <kind>", "access (people and scripts, default), edge or calendar", oneOf(kinds)),
    name: required("--name <text>", "name, shown in the history", oneLine),
    projects: list(
      placeOption.flags,
      "limit to this project; default: the whole installation; an edge token can repeat it, a calendar requires it",
      projectId,
    ),
    role: option("--role <role>", "access with --project: viewer, operator, editor or owner", role),
    instance: option("--instance <id>", "calendar: only maintenance of this instance; default: the whole project", instanceId),
    expires_at: expiresOption,
    options: reasonOption,
  },
  examples: [
    'token create --name "deploy script" --project acme-shop --role operator --expires 2027-12-31T00:00:00Z',
    'token create --name "disaster recovery"',
    "token create --kind edge --name Frankfurt --project acme-shop --project acme-bank",
    'token create --kind calendar --project acme-shop --name "on-call calendar"',
    "token create --kind calendar --project acme-shop --name EU --instance eu-1 --json",
  ],
  notes:
    "Without --project, an access token can read and change every project of the installation. It belongs to the person who creates\nit; created with a token that belongs to no person, it belongs to no person.\nAn edge token can read the configuration of its projects, and nothing else. Other edges can follow an edge whose token\nhas all projects. Anyone with the address of a calendar can read it: create one per reader, to revoke them separately.",
  check({ kind, projects, role, instance }, args) {
    if (kind !== "edge") args.single("project");
    for (const problem of requestProblems(kind ?? "access", projects[0] ?? null, role, instance))
      if (!args.hasProblems) args.problem(problem);
  },
  async run({ kind, name, projects, options, ...rest }, context) {
    const isEdge = kind === "edge";
    const project = isEdge ? null : (projects[0] ?? null);
    const choices = given({ kind: kind === "access" ? null : kind, ...rest, projects: isEdge ? projects : [] });
    const request: TokenRequest = { name, ...choices };
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

function* requestProblems(kind: TokenKind, project: string | null, wanted: string | null, instance: string | null) {
  if (kind === "calendar" && project === null) yield `--project is missing: expected ${projectId.expected}`;
  if (kind === "access" && project !== null && wanted === null) yield `--role is missing: expected ${role.expected}`;
  if (kind === "access" && project === null && wanted !== null)
    yield "--role requires --project: a token for the installation has full access";
  if (kind !== "access" && wanted !== null) yield `--role is only for access tokens, not --kind ${kind}`;
  if (kind !== "calendar" && instance !== null) yield "--instance requires --kind calendar";
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
