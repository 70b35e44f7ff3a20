import type { FeedToken } from "drawbridge-rules/wire/feed-token.ts";
import { command } from "./command.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { answerSet, credentialSetNotes, credentialSetOptions, readCredentialPatch } from "./credential-set.ts";
import { printable, table } from "./output.ts";
import { projectOption, readReason, reasonOption, yesOption } from "./shared-options.ts";
import { id, instanceId, instant, oneLine, projectId } from "./text-form.ts";

export const feedCreate = command({
  name: "feed create",
  meaning: "make the address of a calendar and an Atom feed, and print it this once",
  options: [
    projectOption,
    { flags: "--name <text>", meaning: "whose calendar it is for" },
    { flags: "--instance <id>", meaning: "only what covers this instance; else all of the project" },
    { flags: "--expires <instant>", meaning: "from then on there is nothing at the address" },
    reasonOption,
  ],
  examples: [
    'feed create --project acme-shop --name "on-call calendar"',
    "feed create --project acme-shop --name EU --instance eu-1 --json",
  ],
  notes: "Whoever has the address can read the feed: make one for each reader, and revoke it alone.",
  read(given) {
    const instance = given.option("instance", instanceId);
    const expires = given.option("expires", instant);
    return {
      project: given.required("project", projectId),
      request: {
        name: given.required("name", oneLine),
        ...(instance === null ? {} : { instance }),
        ...(expires === null ? {} : { expires_at: expires }),
      },
      options: readReason(given),
    };
  },
  async run({ project, request, options }, { client, output }) {
    const made = await client.createFeedToken({ project, body: request, ...options });
    const { token, calendar, atom } = made;
    output.answer({ id: made.id, token, calendar, atom }, () => [
      `The feed token ${made.id} of ${project} is made.`,
      "Its addresses are shown now and never again:",
      "",
      `  ${printable(calendar)}`,
      `  ${printable(atom)}`,
      "",
      "Subscribe to the first in a calendar, to the second in a feed reader.",
    ]);
  },
});

export const feedList = command({
  name: "feed list",
  meaning: "list the feed tokens of a project",
  options: [projectOption],
  examples: ["feed list --project acme-shop"],
  read: (given) => given.required("project", projectId),
  async run(project, { client, output }) {
    const tokens = await client.listAll("listFeedTokens", { project });
    output.answer({ feed_tokens: tokens }, () =>
      tokens.length === 0 ? [`Nobody has a calendar of ${project}. Make one with feed create.`] : tokenTable(tokens),
    );
  },
});

function tokenTable(tokens: readonly FeedToken[]): string[] {
  return table(
    ["FEED", "NAME", "ENDS IN", "STATE", "SHOWS", "MADE", "EXPIRES"],
    tokens.map(({ id, name, last4, state, instance, created_at, expires_at }) => [
      id,
      name,
      `…${last4}`,
      state,
      instance ?? "everything",
      created_at.slice(0, 10),
      expires_at ?? "never",
    ]),
  );
}

export const feedSet = command({
  name: "feed set",
  meaning: "rename a feed token, or change its expiry",
  operands: [{ name: "FEED", meaning: "its id, as feed list shows it" }],
  options: [projectOption, ...credentialSetOptions, reasonOption],
  examples: ["feed set FEED --project acme-shop --no-expiry"],
  notes: credentialSetNotes,
  read: (given) => ({
    feed: given.operand("FEED", id),
    project: given.required("project", projectId),
    body: readCredentialPatch(given),
    options: readReason(given),
  }),
  run: async ({ options, ...input }, context) =>
    answerSet("feed token", await context.client.patchFeedToken({ ...input, ...options }), context),
});

export const feedRevoke = command({
  name: "feed revoke",
  meaning: "end a feed token at once and for ever",
  operands: [{ name: "FEED", meaning: "its id, as feed list shows it" }],
  options: [projectOption, yesOption, reasonOption],
  examples: ["feed revoke FEED --project acme-shop"],
  notes: "The calendars that have its address then find nothing there.",
  read: (given) => ({
    feed: given.operand("FEED", id),
    project: given.required("project", projectId),
    yes: given.flag("yes"),
    options: readReason(given),
  }),
  async run({ feed, project, yes, options }, context) {
    mustBeAbleToAsk("feed revoke", yes, context);
    if (!yes && !(await isConfirmed(await revokeQuestion(project, feed, context), context))) {
      context.io.err("Nothing was changed.\n");
      return 1;
    }
    const { id, changed, revoked_at } = await context.client.revokeFeedToken({ project, feed, ...options });
    context.output.answer({ id, changed, revoked_at }, () => [
      `The feed token ${id} ${changed ? "is revoked." : `was revoked already, at ${revoked_at}.`}`,
    ]);
    return 0;
  },
});

async function revokeQuestion(project: string, feed: string, { client }: Context): Promise<string> {
  const found = (await client.listAll("listFeedTokens", { project })).find((each) => each.id === feed);
  const what = found ? `${feed}, "${printable(found.name)}" (…${printable(found.last4)}),` : feed;
  return `Revoke ${what} for ever?`;
}
