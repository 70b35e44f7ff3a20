/** `HOSTILE_SCALE=2` and more sends every shape to every route, up to 4 MiB; otherwise half of the routes get bodies, by the seed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OpenApi } from "../../reference/openapi.ts";
import type { Syntax } from "../../src/base/document/read-text.ts";
import { hostileShapes } from "../hostile-documents.ts";
import { type MeasuredServer, startMeasured } from "../large-project.ts";
import { runSeed } from "../run-seed.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const scale = Number(process.env.HOSTILE_SCALE ?? 1);
/** CPU milliseconds of the main thread, bytes of an answer, MiB. */
const longestTurn = 50;
const longestAnswer = 128 * 1024;
const maxMemory = 400;

type Route = Awaited<ReturnType<typeof routesWithBody>>[number];

const directories = temporaryDirectories();
let program: MeasuredServer;
let routes: readonly Route[];

before(async () => {
  program = await startMeasured(directories(), { example: true, flags: ["--max-old-space-size=256"] });
  routes = await routesWithBody();
  assert.ok(routes.length > 20 && routes.filter(({ isPublic }) => isPublic).length === 4);
  for (const route of routes) await send(route, "json", "{}");
  routes = routes.filter(({ takesYaml }, index) => takesYaml || scale > 1 || index % 2 === runSeed % 2);
});

after(async () => {
  const peakMemory = await program.peakMemory();
  await program.stop();
  assert.ok(peakMemory < maxMemory, `${Math.round(peakMemory)} MiB`);
});

async function routesWithBody() {
  const document = (await (await fetch(`${program.url}/openapi.json`)).json()) as OpenApi;
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, security }]) => {
      if (!requestBody) return [];
      const named = path.replace("{project}", "acme-shop").replaceAll(/\{\w+\}/g, "web");
      const isPublic = security !== undefined && (security.length === 0 || JSON.stringify(security) === "[{}]");
      return [{ method: method.toUpperCase(), path: named, isPublic, takesYaml: "application/yaml" in requestBody.content }];
    }),
  );
}

async function send(route: Route, syntax: Syntax, body: string, isSignedIn = true) {
  const type = route.method === "PATCH" ? "application/merge-patch+json" : `application/${syntax}`;
  const answer = await fetch(program.url + route.path, {
    method: route.method,
    body,
    headers: { "content-type": type, "if-match": "*", ...(isSignedIn ? { authorization: `Bearer ${program.token}` } : {}) },
  });
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
}

async function refused(route: Route, syntax: Syntax, name: string, length: number, isSignedIn = true): Promise<void> {
  let answer = { status: 0, bytes: 0 };
  const turn = await program.longestTurn(async () => {
    answer = await send(route, syntax, hostileShapes[syntax][name]?.(length) ?? "", isSignedIn);
  });
  const said = `${route.method} ${route.path}, ${syntax}: ${name}: ${answer.status}, ${turn.toFixed(1)} ms`;
  assert.ok(answer.bytes <= longestAnswer, said);
  assert.ok(answer.status >= 400 && answer.status < 500, said);
  assert.ok(turn <= longestTurn, said);
}

/** A sample, different each time. */
function some<T>(all: readonly T[], first: number, count: number): T[] {
  if (scale > 1) return [...all];
  return Array.from({ length: count }, (_, i) => all[(first * count + i) % all.length] as T);
}

for (const isSignedIn of [true, false])
  test(`bodies up to the limit of every route, ${isSignedIn ? "signed in" : "without sign-in"}`, async () => {
    for (const [index, route] of routes.entries()) {
      const length = route.isPublic || !isSignedIn ? 15_000 : 63_000;
      for (const name of some(Object.keys(hostileShapes.json), index, 1 + Number(isSignedIn)))
        await refused(route, "json", name, length, isSignedIn);
    }
  });

test("manifests of every shape", async () => {
  const route = routes.find(({ takesYaml }) => takesYaml);
  assert.ok(route);
  const lengths = { json: scale * 250_000, yaml: scale * 60_000 };
  for (const syntax of ["json", "yaml"] as const) {
    for (const [index, name] of Object.keys(hostileShapes[syntax]).entries()) {
      if (syntax === "yaml") await refused(route, syntax, name, 4_000);
      if (scale > 1 || index % 6 === 0) await refused(route, syntax, name, Math.min(lengths[syntax], 4_000_000));
    }
  }
});

test("the largest of either syntax", async () => {
  const route = routes.find(({ takesYaml }) => takesYaml);
  assert.ok(route);
  const largest = [
    ["json", "many empty maps", 1_000_000],
    ["yaml", "growing indentation", 1_000_000],
    ["json", "rules that take long", 2_000_000],
    ["yaml", "deep and closed, many times", 1_000_000],
  ] as const;
  for (const [syntax, name, length] of some(largest, runSeed, 2)) await refused(route, syntax, name, length);
});
