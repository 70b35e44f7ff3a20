import type { VerbOptions } from "drawbridge-client/admin";
import type { ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { answerSet, credentialSetNotes, credentialSetOptions, readCredentialPatch } from "./credential-set.ts";
import type { Given } from "./given.ts";
import { createdLines } from "./key.ts";
import type { AccessTokenDoor } from "./local-tokens.ts";
import { printable, table } from "./output.ts";
import { type Names, personNames } from "./person-names.ts";
import { localOption, readReason, reasonOption, yesOption } from "./shared-options.ts";
import { id, instant, oneLine, projectId, role } from "./text-form.ts";

const placeOption: OptionWords = { flags: "--project <id>", meaning: "of that project alone; else of the installation" };

export const tokenCreate = command({
  name: "token create",
  meaning: "make an access token, and print it this once",
  options: [
    { flags: "--name <text>", meaning: "whose it is; the history names it" },
    placeOption,
    { flags: "--role <role>", meaning: "with --project: viewer, operator, editor or owner of it" },
    { flags: "--expires <instant>", meaning: "from then on it opens nothing" },
    localOption,
    reasonOption,
  ],
  examples: [
    'token create --name "deploy script" --project acme-shop --role operator --expires 2027-12-31T00:00:00Z',
    'token create --name "disaster recovery"',
  ],
  notes:
    "Without --project it opens everything: every project of the installation can be changed with it. It counts as whoever\nmakes it; with --local, or with a token that counts as nobody, as nobody.",
  read(given) {
    const place = readPlace(given);
    const request = {
      name: given.required("name", oneLine),
      expires: given.option("expires", instant),
      role: given.option("role", role),
      options: readReason(given),
    };
    if (place.project !== null && request.role === null && !given.hasProblems)
      given.problem(`--role is missing: expected ${role.expected}`);
    if (place.project === null && request.role !== null)
      given.problem("--role goes with --project: a token of the installation opens everything");
    return { place, ...request };
  },
  run: ({ place, name, expires, role, options }, context) =>
    through(place, context, async (tokens) => {
      const request = { name, ...(expires === null ? {} : { expires_at: expires }), ...(role === null ? {} : { role }) };
      const { id, token } = await tokens.create(request, options);
      const whose = place.project === null ? "" : ` for ${role === "viewer" ? "a" : "an"} ${role} of ${place.project}`;
      context.output.answer({ id, token }, () =>
        createdLines(`The access token ${id}${whose} is made.`, token, "Commands take it from DRAWBRIDGE_TOKEN or --token."),
      );
    }),
});

/** Which tokens are meant. */
interface Place {
  /** Null: those of the installation. */
  readonly project: string | null;
  readonly isLocal: boolean;
}

function readPlace(given: Given): Place {
  const place = { project: given.option("project", projectId), isLocal: given.flag("local") };
  if (place.isLocal && place.project !== null)
    given.problem("--local is of the tokens of the installation: leave it out, or --project");
  return place;
}

export const tokenList = command({
  name: "token list",
  meaning: "list the access tokens",
  options: [placeOption, localOption],
  examples: ["token list", "token list --project acme-shop"],
  notes: "The token of the server's environment (DRAWBRIDGE_ADMIN_TOKEN) is not among them.",
  read: readPlace,
  run: (place, context) =>
    through(place, context, async (list) => {
      const tokens = await list.list();
      const names = context.output.isJson || place.isLocal ? new Map() : await personNames(place.project, context);
      context.output.answer({ tokens }, () => (tokens.length === 0 ? [noToken(place, context)] : tokenTable(tokens, names)));
    }),
});

function noToken({ project }: Place, { line }: Pick<Context, "line">): string {
  return project === null
    ? "There is none but the one of the environment."
    : `${project} has no token. Create one: ${line(`token create --project ${project} --role ROLE --name NAME`)}`;
}

function tokenTable(tokens: readonly ListedAccessToken[], names: Names): string[] {
  return table(
    ["TOKEN", "NAME", "ROLE", "ENDS IN", "STATE", "COUNTS AS", "MADE", "EXPIRES", "LAST USED"],
    tokens.map(({ id, name, role, last4, state, made_by, created_at, expires_at, last_used_at }) => [
      id,
      name,
      role,
      `…${last4}`,
      state,
      made_by === null ? "nobody" : (names.get(made_by) ?? made_by),
      created_at.slice(0, 10),
      expires_at ?? "never",
      last_used_at?.slice(0, 16).replace("T", " ") ?? "never",
    ]),
  );
}

export const tokenSet = command({
  name: "token set",
  meaning: "rename an access token, or change its expiry",
  operands: [{ name: "TOKEN", meaning: "its id, as token list shows it" }],
  options: [placeOption, ...credentialSetOptions, reasonOption],
  examples: ["token set TOKEN --project acme-shop --expires 2027-12-31T00:00:00Z"],
  notes: credentialSetNotes,
  read: (given) => ({
    token: given.operand("TOKEN", id),
    project: given.option("project", projectId),
    body: readCredentialPatch(given),
    options: readReason(given),
  }),
  async run({ project, options, ...input }, context) {
    const { client } = context;
    const sent = { ...input, ...options };
    const changed = await (project === null
      ? client.patchAccessToken(sent)
      : client.patchProjectAccessToken({ project, ...sent }));
    answerSet("access token", changed, context);
  },
});

export const tokenRevoke = command({
  name: "token revoke",
  meaning: "end an access token at once and for ever",
  operands: [{ name: "TOKEN", meaning: "its id, as token list shows it" }],
  options: [placeOption, yesOption, localOption, reasonOption],
  examples: ["token revoke TOKEN", "token revoke TOKEN --project acme-shop"],
  read: (given) => ({
    token: given.operand("TOKEN", id),
    yes: given.flag("yes"),
    place: readPlace(given),
    options: readReason(given),
  }),
  async run({ token, yes, place, options }, context) {
    mustBeAbleToAsk("token revoke", yes, context);
    return through(place, context, (tokens) => revoke(tokens, token, yes, options, context));
  },
});

async function revoke(
  tokens: AccessTokenDoor,
  token: string,
  yes: boolean,
  options: VerbOptions,
  context: Context,
): Promise<number> {
  if (!yes) {
    const found = (await tokens.list()).find((each) => each.id === token);
    const what = found ? `${token}, "${printable(found.name)}" (…${printable(found.last4)}),` : token;
    if (!(await isConfirmed(`Revoke ${what} for ever?`, context))) {
      context.io.err("Nothing was changed.\n");
      return 1;
    }
  }
  const { id, changed, revoked_at } = await tokens.revoke(token, options);
  context.output.answer({ id, changed, revoked_at }, () => [
    `The access token ${id} ${changed ? "is revoked." : `was revoked already, at ${revoked_at}.`}`,
  ]);
  return 0;
}

async function through<T>(
  { project, isLocal }: Place,
  context: Context,
  work: (tokens: AccessTokenDoor) => Promise<T>,
): Promise<T> {
  if (project !== null) return work(projectDoor(project, context));
  if (!isLocal) return work(installationDoor(context));
  // Every other command starts without loading a store.
  const { withLocalTokens } = await import("./local-tokens.ts");
  return withLocalTokens(context.settings, work);
}

function installationDoor({ client }: Context): AccessTokenDoor {
  return {
    list: () => client.listAll("listAccessTokens"),
    create: (body, options) => client.createAccessToken({ body, ...options }),
    revoke: (token, options) => client.revokeAccessToken({ token, ...options }),
  };
}

function projectDoor(project: string, { client }: Context): AccessTokenDoor {
  return {
    list: () => client.listAll("listProjectAccessTokens", { project }),
    create: ({ role, ...request }, options) =>
      client.createProjectAccessToken({ project, body: { ...request, role: role ?? "viewer" }, ...options }),
    revoke: (id, options) => client.revokeProjectAccessToken({ project, token: id, ...options }),
  };
}
