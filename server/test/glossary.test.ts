/** Checks names that users see against the glossary: its states and its refused words. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadCommands } from "../src/cli/command-list.ts";
import { adminServer } from "./admin-server.ts";

const glossary = join(import.meta.dirname, "../../docs/glossary.md");
const reference = readFileSync(join(import.meta.dirname, "../../docs/reference/metrics.md"), "utf8");

/** Parts of names that say nothing, and old words for states. */
const refusedWords =
  /^(?:made|make|told|tell|left|alone|what|who|whoever|somebody|nobody|anybody|kept|asked|wanted|unheard|unkept|guessing|anew|over|upcoming|cancelled|running)$/;
const refusedNames = /in_force|moved_on|time_span|read_process/;
/** Known by this name in other APIs. */
const allowed = ["WhoAmI", "whoAmI", "whoami"];

/** All names, and the values of enumerations by their place, such as `ListedOccurrence.state`. */
async function namesOfApi() {
  const { document } = await adminServer();
  const { paths, components } = document as unknown as Record<"paths" | "components", Record<string, Record<string, object>>>;
  const values = new Map<string, readonly string[]>();
  const all = new Set<string>();
  const visit = (node: unknown, place: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { enum: listed, properties, name } = node as Record<string, unknown>;
    if (Array.isArray(listed)) values.set(place, [...new Set([...(values.get(place) ?? []), ...listed.map(String)])].sort());
    if (typeof name === "string" && "in" in node) all.add(name);
    for (const [key, one] of Object.entries(properties ?? {})) {
      all.add(key);
      visit(one, `${place}.${key}`);
    }
    for (const [key, one] of Object.entries(node))
      if (!["properties", "example", "examples", "enum", "default"].includes(key)) visit(one, place);
  };
  for (const [name, schema] of Object.entries(components.schemas ?? {})) {
    all.add(name);
    visit(schema, name);
  }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [, parameter] of path.matchAll(/\{(\w+)\}/g)) all.add(parameter ?? "");
    for (const operation of Object.values(methods)) {
      const { operationId, parameters = [] } = operation as { operationId: string; parameters?: readonly { name: string }[] };
      all.add(operationId);
      for (const parameter of parameters) visit(parameter, `${operationId}?${parameter.name}`);
    }
  }
  for (const value of [...values.values()].flat()) all.add(value);
  return { values, all };
}

const api = namesOfApi();

/** Metrics with their labels, and alerts: the page is made from the program. */
function namesOfOperations(): readonly string[] {
  const metrics = [...reference.matchAll(/^\| `(\w+)` \| \w+ \| ([^|]*)\|/gm)];
  const labels = metrics.flatMap(([, , text = ""]) => [...text.matchAll(/`(\w+)`/g)].map(([, label = ""]) => label));
  const alerts = [...reference.matchAll(/^\| \[(Drawbridge\w+)\]/gm)].map(([, name = ""]) => name);
  return [...metrics.map(([, name = ""]) => name), ...labels, ...alerts];
}

/** `state` of `ListedOccurrence.state`, of `CredentialState` and of `listTokens?state`. */
function memberOf(place: string): string {
  const last = place.split(/[.?]/).at(-1) ?? "";
  return /State$/.test(last) ? "state" : last;
}

function isRefused(name: string): boolean {
  const words = name.split(/[_.\s-]|(?<=[a-z\d])(?=[A-Z])/);
  return refusedNames.test(name) || (!allowed.includes(name) && words.some((word) => refusedWords.test(word.toLowerCase())));
}

test("every state of the API is in the table of states, and no other", async () => {
  const { values } = await api;
  const states = new Set([...values].filter(([place]) => memberOf(place) === "state").flatMap(([, list]) => list));
  const named = [...readFileSync(glossary, "utf8").matchAll(/^\| `(\w+)` \| [a-z, ]+ \|/gm)].map(([, state = ""]) => state);
  assert.deepEqual([...states].sort(), [...new Set(named)].sort());
});

test("each name of the glossary is one of the API, and no name has a word that the glossary refuses", async () => {
  const { all } = await api;
  const commands = await loadCommands([]);
  const options = commands.flatMap(({ options }) => (options ?? []).flatMap(({ flags }) => flags.match(/--[\w-]+/g) ?? []));
  assert.ok(options.length > 100 && all.size > 500 && namesOfOperations().length > 80);
  const wire = [...readFileSync(glossary, "utf8").matchAll(/^\| [\w ]+ \| ([^|]+) \| [^|]+ \|$/gm)];
  const named = wire.flatMap(([, cell = ""]) => cell.match(/(?<=`)\w+(?=`)/g) ?? []);
  assert.ok(named.length > 35);
  assert.deepEqual(
    named.filter((name) => !all.has(name)),
    [],
  );
  assert.deepEqual([...all, ...namesOfOperations(), ...options].filter(isRefused), []);
});
