import type { Edge } from "drawbridge-rules/wire/edge.ts";
import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import { command } from "./command.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { answerSet, credentialSetNotes, credentialSetOptions, readCredentialPatch } from "./credential-set.ts";
import { createdLines } from "./key.ts";
import { printable, table } from "./output.ts";
import { readReason, reasonOption, yesOption } from "./shared-options.ts";
import { id, instant, oneLine, projectId } from "./text-form.ts";

export const edgeTokenCreate = command({
  name: "edge-token create",
  meaning: "make what an edge follows this server with, and print it this once",
  options: [
    { flags: "--name <text>", meaning: "which edges it is for" },
    { flags: "--project <id>", meaning: "only this one; may be repeated; else all, and those that are made later" },
    { flags: "--expires <instant>", meaning: "from then on it opens nothing" },
    reasonOption,
  ],
  examples: ["edge-token create --name Frankfurt", "edge-token create --name Frankfurt --project acme-shop --project acme-bank"],
  notes:
    "Whoever has it can read the configuration of these projects, and nothing else. Edges with a token of all projects\ncan be followed by other edges.",
  read(given) {
    const projects = given.list("project", projectId);
    const expires = given.option("expires", instant);
    return {
      request: {
        name: given.required("name", oneLine),
        ...(projects.length === 0 ? {} : { projects }),
        ...(expires === null ? {} : { expires_at: expires }),
      },
      options: readReason(given),
    };
  },
  async run({ request, options }, { client, output }) {
    const { id, token } = await client.createEdgeToken({ body: request, ...options });
    const title = `The edge token ${id} is made.`;
    output.answer({ id, token }, () => createdLines(title, token, "An edge takes it from DRAWBRIDGE_EDGE_TOKEN."));
  },
});

export const edgeTokenList = command({
  name: "edge-token list",
  meaning: "list the edge tokens",
  examples: ["edge-token list"],
  read: () => null,
  async run(_, { client, line, output }) {
    const tokens = await client.listAll("listEdgeTokens");
    output.answer({ edge_tokens: tokens }, () =>
      tokens.length === 0
        ? [`There are no edge tokens. Create one: ${line("edge-token create --name NAME")}`]
        : tokenTable(tokens),
    );
  },
});

function tokenTable(tokens: readonly EdgeToken[]): string[] {
  return table(
    ["TOKEN", "NAME", "PROJECTS", "ENDS IN", "STATE", "MADE", "EXPIRES"],
    tokens.map(({ id, name, projects, last4, state, created_at, expires_at }) => [
      id,
      name,
      projects === null ? "all" : projects.join(","),
      `…${last4}`,
      state,
      created_at.slice(0, 10),
      expires_at ?? "never",
    ]),
  );
}

export const edgeTokenSet = command({
  name: "edge-token set",
  meaning: "rename an edge token, or change its expiry",
  operands: [{ name: "TOKEN", meaning: "its id, as edge-token list shows it" }],
  options: [...credentialSetOptions, reasonOption],
  examples: ["edge-token set TOKEN --name Frankfurt"],
  notes: `${credentialSetNotes} Edges that follow with it connect again.`,
  read: (given) => ({
    edge_token: given.operand("TOKEN", id),
    body: readCredentialPatch(given),
    options: readReason(given),
  }),
  run: async ({ options, ...input }, context) =>
    answerSet("edge token", await context.client.patchEdgeToken({ ...input, ...options }), context),
});

export const edgeTokenRevoke = command({
  name: "edge-token revoke",
  meaning: "end an edge token at once and for ever",
  operands: [{ name: "TOKEN", meaning: "its id, as edge-token list shows it" }],
  options: [yesOption, reasonOption],
  examples: ["edge-token revoke TOKEN"],
  notes: "Edges that have it are told nothing any more, and go on with what they have: stop those, too.",
  read: (given) => ({ token: given.operand("TOKEN", id), yes: given.flag("yes"), options: readReason(given) }),
  async run({ token, yes, options }, context) {
    mustBeAbleToAsk("edge-token revoke", yes, context);
    if (!yes && !(await isMeant(token, context))) {
      context.io.err("Nothing was changed.\n");
      return 1;
    }
    const { id, changed, revoked_at } = await context.client.revokeEdgeToken({ edge_token: token, ...options });
    context.output.answer({ id, changed, revoked_at }, () => [
      `The edge token ${id} ${changed ? "is revoked." : `was revoked already, at ${revoked_at}.`}`,
    ]);
    return 0;
  },
});

async function isMeant(token: string, context: Context): Promise<boolean> {
  const found = (await context.client.listAll("listEdgeTokens")).find((each) => each.id === token);
  const what = found ? `${token}, "${printable(found.name)}" (…${printable(found.last4)}),` : token;
  return isConfirmed(`Revoke ${what} for ever?`, context);
}

export const edgeList = command({
  name: "edge list",
  meaning: "list the edges that follow the server, and how far they are",
  examples: ["edge list"],
  notes: "As they last said themselves. Whoever is away for a day is forgotten.",
  read: () => null,
  async run(_, { client, output }) {
    const edges = await client.listAll("listEdges");
    output.answer({ edges }, () => (edges.length === 0 ? ["No edge follows, or has within the last day."] : edgeTable(edges)));
  },
});

function edgeTable(edges: readonly Edge[]): string[] {
  const rows = edges.map(({ id, token_name, host, address, connected_since, seen_at, revision, behind, version, tzdata }) => [
    id,
    token_name,
    host,
    address,
    connected_since === null ? `away, seen ${shortTime(seen_at)}` : `since ${shortTime(connected_since)}`,
    revision === null ? "nothing" : String(revision),
    behind === null ? "all" : String(behind),
    version,
    tzdata,
  ]);
  const problems = edges.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${printable(problem)}`]));
  return [
    ...table(["EDGE", "TOKEN", "HOST", "ADDRESS", "FOLLOWS", "REVISION", "BEHIND", "VERSION", "TZDATA"], rows),
    ...(problems.length === 0 ? [] : ["", ...problems]),
  ];
}

function shortTime(instant: string): string {
  return instant.slice(0, 16).replace("T", " ");
}
