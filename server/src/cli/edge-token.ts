import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import { undoLine } from "./advice.ts";
import { readCommand } from "./command.ts";
import {
  type CredentialKind,
  created,
  createdLines,
  expiresColumn,
  last4Column,
  listCommand,
  readNamed,
  revokeCommand,
  setCommand,
} from "./credential-commands.ts";
import { expiresOption, readReason, reasonOption } from "./options.ts";
import { projectId } from "./text-form.ts";

export const edgeTokenCreate = readCommand({
  name: "edge-token create",
  meaning: "create an edge token (shown once)",
  options: [
    { flags: "--name <text>", meaning: "name, such as the edge's location" },
    { flags: "--project <id>", meaning: "limit to this project; may be repeated; default: all, including future projects" },
    expiresOption,
    reasonOption,
  ],
  examples: ["edge-token create --name Frankfurt", "edge-token create --name Frankfurt --project acme-shop --project acme-bank"],
  notes:
    "The token can read the configuration of these projects, and nothing else. Other edges can follow an edge whose token\nhas all projects.",
  read(args) {
    const projects = args.list("project", projectId);
    return { request: { ...readNamed(args), ...(projects.length === 0 ? {} : { projects }) }, options: readReason(args) };
  },
  async run({ request, options }, context) {
    const { client, output } = context;
    const { id, token } = await client.createEdgeToken({ body: request, ...options });
    const title = `Created the edge token ${id}.`;
    output.answer({ id, token }, () => [
      ...createdLines(title, token, "An edge takes it from DRAWBRIDGE_EDGE_TOKEN."),
      undoLine(context, { id }),
    ]);
  },
});

const edgeTokens: CredentialKind<null, EdgeToken> = {
  group: "edge-token",
  noun: "edge token",
  operand: { name: "TOKEN", meaning: "token id, from edge-token list" },
  placeOptions: [],
  readPlace: () => null,
  list: (_, { client }) => client.listAll("listEdgeTokens"),
  patch: (_, edge_token, body, options, { client }) => client.patchEdgeToken({ edge_token, body, ...options }),
  revoke: (_, edge_token, options, { client }) => client.revokeEdgeToken({ edge_token, ...options }),
};

export const edgeTokenList = listCommand(edgeTokens, {
  meaning: "list edge tokens",
  examples: ["edge-token list"],
  member: "edge_tokens",
  none: (_, { line }) => `There are no edge tokens. Create one: ${line("edge-token create --name NAME")}`,
  columns: () => [
    ["TOKEN", ({ id }) => id],
    ["NAME", ({ name }) => name],
    ["PROJECTS", ({ projects }) => projects?.join(", ") ?? "all"],
    last4Column,
    ["STATE", ({ state }) => state],
    created,
    expiresColumn,
  ],
});

export const edgeTokenSet = setCommand(edgeTokens, {
  examples: ["edge-token set TOKEN --name Frankfurt"],
  more: " Edges that follow with it connect again.",
});

export const edgeTokenRevoke = revokeCommand(edgeTokens, {
  examples: ["edge-token revoke TOKEN"],
  notes: "Edges that use it get no more updates but keep answering from their copy: stop them too.",
});
