/** The npm package of the release, for every module system, older Nodes, and the linters of packages. */
import assert from "node:assert/strict";
import { globSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { codeOf, dist, freshNodeApp, install, installBlocks, names, root, run, withSettings } from "./release-folder.ts";
import { refuses, type Shop, startBackEnd, startShop } from "./shop.ts";

const page = "use-in-a-back-end.md";
const bin = (directory: string, name: string) => join(directory, "node_modules", ".bin", name);
let app: string;
let tarball: string;
let shop: Shop;

before(async () => {
  shop = await startShop();
  app = freshNodeApp({});
  await install(installBlocks(page)[0] ?? "", app);
  [tarball = ""] = globSync(join(dist, "*.tgz"));
});

test("every page of a client installs its package by name, and no client is without a page", () => {
  const pages = readdirSync(join(root, "docs")).filter((name) => /^use-in-/.test(name));
  const installed = new Set(pages.flatMap((name) => installBlocks(name).map((block) => /[\w-]*drawbridge\S*/.exec(block)?.[0])));
  assert.deepEqual(installed, new Set([names.npm, names.pypi, names.pub]));
  for (const name of pages) assert.ok(installBlocks(name).length > 0, `${name} installs nothing`);
});

test("publint and are-the-types-wrong find nothing, for node10, node16 and bundlers", () => {
  assert.match(run(bin(app, "publint"), ["run", tarball, "--strict"], app), /All good!/);
  const { problems } = JSON.parse(run(bin(app, "attw"), [tarball, "--format", "json"], app));
  assert.deepEqual(problems, {});
});

const pageCode = (system: string) => withSettings(codeOf(page, "js", system), shop.url, shop.key);
/** A back end has the line of its framework alone. */
const without = (code: string, ...frameworks: readonly string[]) =>
  code
    .split("\n")
    .filter((line) => !frameworks.some((name) => line.includes(`// ${name}`)))
    .join("\n");

const backEnds = {
  "Express with require": () => `
const express = require("express");
const app = express();
${pageCode("require(")}
app.get("/orders", (_request, response) => response.json([]));
app.listen(0, "127.0.0.1", function () { console.log(this.address().port); });`,
  "Fastify with import": () => `
import Fastify from "fastify";
const app = Fastify();
${without(pageCode("import"), "Express", "Hono", "Bun")}
app.get("/orders", async () => []);
await app.listen({ port: 0, host: "127.0.0.1" });
console.log(app.server.address().port);`,
};

for (const [name, node, file] of [
  ["Express with require", "node-18", "express.cjs"],
  ["Express with require", "node-20", "express.cjs"],
  ["Fastify with import", "node-20", "fastify.mjs"],
] as const)
  test(`${name}, on ${node}, refuses an old version with 426 and every one during maintenance with 503, by the code of the page`, async () => {
    writeFileSync(join(app, file), backEnds[name]());
    const backEnd = await startBackEnd([join(app, "node_modules", node, "bin", "node"), file], app);
    await refuses(shop, backEnd);
  });

test("Jest 29 with jsdom requires the web and React entries", () => {
  writeFileSync(join(app, "jest.config.cjs"), 'module.exports = { testEnvironment: "jsdom", testMatch: ["**/*.test.cjs"] };');
  writeFileSync(join(app, "gate.test.cjs"), jestTest);
  run(process.execPath, [join(app, "node_modules", "jest", "bin", "jest.js")], app);
});

const jestTest = `
const { createElement } = require("react");
const { renderToString } = require("react-dom/server.node");
const { Gate, GateProvider } = require("drawbridge-gate/react");
const { createWebGate } = require("drawbridge-gate/web");
test("renders", () => {
  const client = createWebGate({ baseUrl: "http://127.0.0.1:1/api/v1", key: "dbr_1", version: "1.0.0" });
  const gate = createElement(Gate, { support: "mailto:help@acme.example" }, "Acme Shop");
  expect(typeof renderToString(createElement(GateProvider, { client }, gate))).toBe("string");
  client.close();
});
`;

const typed = `
import { createGateClient, type GateState } from "drawbridge-gate";
import { createServerGate } from "drawbridge-gate/server";
import { createWebGate } from "drawbridge-gate/web";
import { useGate } from "drawbridge-gate/react";
export const state: GateState = createGateClient({ baseUrl: "", key: "", platform: "ios", version: "1" }).state;
export const all = [createServerGate, createWebGate, useGate];
// @ts-expect-error: the types are there, not any
createWebGate({ version: 1 });
`;

for (const [file, flags] of [
  ["app.ts", ["--module", "commonjs", "--moduleResolution", "node10"]],
  ["app.mts", ["--module", "nodenext", "--moduleResolution", "nodenext"]],
  ["app.cts", ["--module", "nodenext", "--moduleResolution", "nodenext"]],
  ["app.ts", ["--module", "esnext", "--moduleResolution", "bundler"]],
] as const)
  test(`TypeScript with ${flags.at(-1)} finds the types from ${file}`, () => {
    writeFileSync(join(app, file), typed);
    const common = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", "node", "--jsx", "react-jsx"];
    run(process.execPath, [join(app, "node_modules", "typescript", "bin", "tsc"), ...common, ...flags, file], app);
  });
