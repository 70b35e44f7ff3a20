import type { VerbOptions } from "drawbridge-client/admin";
import type { AccessToken } from "drawbridge-client/wire";
import { command, type OptionWords } from "./command.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { createdLines } from "./key.ts";
import type { AccessTokenDoor } from "./local-tokens.ts";
import { printable, table } from "./output.ts";
import { readReason, reasonOption, yesOption } from "./shared-options.ts";
import { id, instant, oneLine } from "./text-form.ts";

const localOption: OptionWords = {
  flags: "--local",
  meaning: "without a server: in the store of the data directory, which no server may be using",
};

export const tokenCreate = command({
  name: "token create",
  meaning: "make an access token, and print it this once",
  options: [
    { flags: "--name <text>", meaning: "whose it is; the history names it" },
    { flags: "--expires <instant>", meaning: "from then on it opens nothing" },
    localOption,
    reasonOption,
  ],
  examples: ['token create --name "deploy script" --expires 2027-12-31T00:00:00Z'],
  notes: "It opens everything: every project of the installation can be changed with it.",
  read: (given) => ({
    name: given.required("name", oneLine),
    expires: given.option("expires", instant),
    isLocal: given.flag("local"),
    options: readReason(given),
  }),
  run: ({ name, expires, isLocal, options }, context) =>
    through(isLocal, context, async (tokens) => {
      const { id, token } = await tokens.create({ name, ...(expires === null ? {} : { expires_at: expires }) }, options);
      context.output.answer({ id, token }, () =>
        createdLines(`The access token ${id} is made.`, token, "Commands take it from DRAWBRIDGE_TOKEN or --token."),
      );
    }),
});

export const tokenList = command({
  name: "token list",
  meaning: "list the access tokens",
  options: [localOption],
  examples: ["token list"],
  notes: "The token of the server's environment (DRAWBRIDGE_ADMIN_TOKEN) is not among them.",
  read: (given) => given.flag("local"),
  run: (isLocal, context) =>
    through(isLocal, context, async (list) => {
      const tokens = await list.list();
      context.output.answer({ tokens }, () =>
        tokens.length === 0 ? ["There is none but the one of the environment."] : tokenTable(tokens),
      );
    }),
});

function tokenTable(tokens: readonly AccessToken[]): string[] {
  return table(
    ["TOKEN", "NAME", "ENDS IN", "STATE", "MADE", "EXPIRES"],
    tokens.map(({ id, name, last4, state, created_at, expires_at }) => [
      id,
      name,
      `…${last4}`,
      state,
      created_at.slice(0, 10),
      expires_at ?? "never",
    ]),
  );
}

export const tokenRevoke = command({
  name: "token revoke",
  meaning: "end an access token at once and for ever",
  operands: [{ name: "TOKEN", meaning: "its id, as token list shows it" }],
  options: [yesOption, localOption, reasonOption],
  examples: ["token revoke TOKEN"],
  read: (given) => ({
    token: given.operand("TOKEN", id),
    yes: given.flag("yes"),
    isLocal: given.flag("local"),
    options: readReason(given),
  }),
  async run({ token, yes, isLocal, options }, context) {
    mustBeAbleToAsk("token revoke", yes, context);
    return through(isLocal, context, (tokens) => revoke(tokens, token, yes, options, context));
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

async function through<T>(isLocal: boolean, context: Context, work: (tokens: AccessTokenDoor) => Promise<T>): Promise<T> {
  if (!isLocal) return work(context.client.tokens);
  // Every other command starts without loading a store.
  const { withLocalTokens } = await import("./local-tokens.ts");
  return withLocalTokens(context.settings, work);
}
