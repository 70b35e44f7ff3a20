import type { FeedToken } from "drawbridge-rules/wire/feed-token.ts";
import { undoLine } from "./advice.ts";
import { readCommand } from "./command.ts";
import {
  type CredentialKind,
  created,
  expiresColumn,
  last4Column,
  listCommand,
  readNamed,
  revokeCommand,
  setCommand,
} from "./credential-commands.ts";
import { expiresOption, memberIfSet, projectOption, readReason, reasonOption } from "./options.ts";
import { printable } from "./output.ts";
import { instanceId, projectId } from "./text-form.ts";

export const feedCreate = readCommand({
  name: "feed create",
  meaning: "create a calendar address (shown once)",
  options: [
    projectOption,
    { flags: "--name <text>", meaning: "name of the reader" },
    { flags: "--instance <id>", meaning: "only maintenance of this instance; default: the whole project" },
    expiresOption,
    reasonOption,
  ],
  examples: [
    'feed create --project acme-shop --name "on-call calendar"',
    "feed create --project acme-shop --name EU --instance eu-1 --json",
  ],
  notes: "Anyone with the address can read the feed: create one per reader, to revoke them separately.",
  read(args) {
    const instance = args.option("instance", instanceId);
    return {
      project: args.required("project", projectId),
      request: { ...readNamed(args), ...memberIfSet("instance", instance) },
      options: readReason(args),
    };
  },
  async run({ project, request, options }, context) {
    const { client, output } = context;
    const made = await client.createFeedToken({ project, body: request, ...options });
    const { token, calendar } = made;
    output.answer({ id: made.id, token, calendar }, () => [
      `Created the feed token ${made.id} of ${project}.`,
      "Its address is shown only once. Subscribe to it in a calendar:",
      "",
      `  ${printable(calendar)}`,
      undoLine(context, { project, id: made.id }),
    ]);
  },
});

const feeds: CredentialKind<string, FeedToken> = {
  group: "feed",
  noun: "feed token",
  operand: { name: "FEED", meaning: "feed id, from feed list" },
  placeOptions: [projectOption],
  readPlace: (args) => args.required("project", projectId),
  list: (project, { client }) => client.listAll("listFeedTokens", { project }),
  patch: (project, feed, body, options, { client }) => client.patchFeedToken({ project, feed, body, ...options }),
  revoke: (project, feed, options, { client }) => client.revokeFeedToken({ project, feed, ...options }),
};

export const feedList = listCommand(feeds, {
  meaning: "list the feeds of a project",
  examples: ["feed list --project acme-shop"],
  member: "feed_tokens",
  none: (project, { line }) => `${project} has no feeds. Create one: ${line(`feed create --project ${project} --name NAME`)}`,
  columns: () => [
    ["FEED", ({ id }) => id],
    ["NAME", ({ name }) => name],
    last4Column,
    ["STATE", ({ state }) => state],
    ["SHOWS", ({ instance }) => instance ?? "all"],
    created,
    expiresColumn,
  ],
});

export const feedSet = setCommand(feeds, { examples: ["feed set FEED --project acme-shop --no-expiry"] });

export const feedRevoke = revokeCommand(feeds, {
  examples: ["feed revoke FEED --project acme-shop"],
  notes: "Calendars subscribed to its address stop receiving events.",
});
