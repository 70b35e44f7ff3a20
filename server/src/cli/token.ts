import { roles } from "drawbridge-rules/people/role.ts";
import type { ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { undoLine } from "./advice.ts";
import type { OptionWords, ParsedArguments } from "./arguments.ts";
import { type Context, readCommand } from "./command.ts";
import {
  type CredentialKind,
  created,
  createdLines,
  expiresColumn,
  last4Column,
  lastUsedColumn,
  listCommand,
  readNamed,
  revokeCommand,
  setCommand,
} from "./credential-commands.ts";
import type { AccessTokenOperations } from "./local-tokens.ts";
import { expiresOption, localOption, memberIfSet, readReason, reasonOption } from "./options.ts";
import { personNames } from "./person.ts";
import { projectId, role } from "./text-form.ts";

const placeOption: OptionWords = { flags: "--project <id>", meaning: "limit to this project; default: the whole installation" };

export const tokenCreate = readCommand({
  name: "token create",
  meaning: "create an access token (shown once)",
  options: [
    { flags: "--name <text>", meaning: "name, shown in the history" },
    placeOption,
    { flags: "--role <role>", meaning: "with --project: viewer, operator, editor or owner", choices: roles },
    expiresOption,
    localOption,
    reasonOption,
  ],
  examples: [
    'token create --name "deploy script" --project acme-shop --role operator --expires 2027-12-31T00:00:00Z',
    'token create --name "disaster recovery"',
  ],
  notes:
    "Without --project, the token can read and change every project of the installation. It belongs to the person who creates\nit; created with --local, or with a token that belongs to no person, it belongs to no person.",
  read(args) {
    const place = readPlace(args);
    const named = readNamed(args);
    const wanted = args.option("role", role);
    if (place.project !== null && wanted === null && !args.hasProblems)
      args.problem(`--role is missing: expected ${role.expected}`);
    if (place.project === null && wanted !== null)
      args.problem("--role requires --project: a token for the installation has full access");
    return { place, request: { ...named, ...memberIfSet("role", wanted) }, options: readReason(args) };
  },
  run: ({ place, request, options }, context) =>
    through(place, context, async (tokens) => {
      const { id, token } = await tokens.create(request, options);
      const { role } = request;
      const whose = place.project === null ? "" : ` for ${role === "viewer" ? "a" : "an"} ${role} of ${place.project}`;
      const made = { ...memberIfSet("project", place.project), id, isLocal: place.isLocal };
      context.output.answer({ id, token }, () => [
        ...createdLines(`Created the access token ${id}${whose}.`, token, "Commands take it from DRAWBRIDGE_TOKEN or --token."),
        undoLine(context, made),
      ]);
    }),
});

/** Which tokens are meant. */
interface Place {
  /** Null: those of the installation. */
  readonly project: string | null;
  readonly isLocal: boolean;
}

function readPlace(args: ParsedArguments): Place {
  const place = { project: args.option("project", projectId), isLocal: args.flag("local") };
  if (place.isLocal && place.project !== null) args.problem("--local and --project cannot be combined: keep one");
  return place;
}

const tokens: CredentialKind<Place, ListedAccessToken> = {
  group: "token",
  noun: "access token",
  operand: { name: "TOKEN", meaning: "token id, from token list" },
  placeOptions: [placeOption],
  readPlace,
  list: (place, context) => through(place, context, (door) => door.list()),
  patch: ({ project }, token, body, options, { client }) =>
    project === null
      ? client.patchAccessToken({ token, body, ...options })
      : client.patchProjectAccessToken({ project, token, body, ...options }),
  revoke: (place, token, options, context) => through(place, context, (door) => door.revoke(token, options)),
};

export const tokenList = listCommand(tokens, {
  meaning: "list access tokens",
  options: [placeOption, localOption],
  examples: ["token list", "token list --project acme-shop"],
  notes: "The token of the server's environment (DRAWBRIDGE_ADMIN_TOKEN) is not among them.",
  member: "tokens",
  none: ({ project }, { line }) =>
    project === null
      ? `No access tokens. Create one: ${line("token create --name NAME")}`
      : `${project} has no token. Create one: ${line(`token create --project ${project} --role ROLE --name NAME`)}`,
  async columns({ project, isLocal }, context) {
    const names = isLocal ? new Map<string, string>() : await personNames(project, context);
    return [
      ["TOKEN", ({ id }) => id],
      ["NAME", ({ name }) => name],
      ["ROLE", ({ role }) => role],
      last4Column,
      ["STATE", ({ state }) => state],
      ["OWNER", ({ made_by: person }) => (person === null ? "-" : (names.get(person) ?? person))],
      created,
      expiresColumn,
      lastUsedColumn,
    ];
  },
});

export const tokenSet = setCommand(tokens, {
  examples: ["token set TOKEN --project acme-shop --expires 2027-12-31T00:00:00Z"],
});

export const tokenRevoke = revokeCommand(tokens, {
  options: [localOption],
  examples: ["token revoke TOKEN", "token revoke TOKEN --project acme-shop"],
});

async function through<T>(
  { project, isLocal }: Place,
  context: Context,
  work: (tokens: AccessTokenOperations) => Promise<T>,
): Promise<T> {
  if (project !== null) return work(projectTokens(project, context));
  if (!isLocal) return work(installationTokens(context));
  // Every other command starts without loading a store.
  const { withLocalTokens } = await import("./local-tokens.ts");
  return withLocalTokens(context.settings, work);
}

function installationTokens({ client }: Context): AccessTokenOperations {
  return {
    list: () => client.listAll("listAccessTokens"),
    create: (body, options) => client.createAccessToken({ body, ...options }),
    revoke: (token, options) => client.revokeAccessToken({ token, ...options }),
  };
}

function projectTokens(project: string, { client }: Context): AccessTokenOperations {
  return {
    list: () => client.listAll("listProjectAccessTokens", { project }),
    create: ({ role, ...request }, options) =>
      client.createProjectAccessToken({ project, body: { ...request, role: role ?? "viewer" }, ...options }),
    revoke: (id, options) => client.revokeProjectAccessToken({ project, token: id, ...options }),
  };
}
