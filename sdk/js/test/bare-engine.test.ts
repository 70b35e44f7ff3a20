/** The core in an engine that has the language and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { readKit } from "../../conformance/scenario.ts";
import { bundle } from "../bundle.ts";
import type * as core from "../core/index.ts";
import { runScenario } from "./scenario-runner.ts";

const absent = [
  ...["fetch", "URL", "URLSearchParams", "AbortController", "AbortSignal", "Intl", "structuredClone", "setTimeout"],
  ...["TextDecoder", "navigator", "localStorage", "document", "window", "process", "performance", "console"],
];

const code = await bundle("core/index.ts", "drawbridge");

function bareCore(): typeof core {
  const context = vm.createContext(Object.create(null));
  vm.runInContext("delete globalThis.Intl; delete globalThis.WebAssembly; delete globalThis.console;", context);
  for (const name of absent) assert.equal(vm.runInContext(`typeof ${name}`, context), "undefined", name);
  vm.runInContext(code, context);
  return vm.runInContext("drawbridge", context) as typeof core;
}

test("without fetch, URL, Intl, AbortController and timers, the core passes the whole kit", async () => {
  const kit = readKit();
  const { createGateClient } = bareCore();
  for (const scenario of kit.scenarios) await runScenario(createGateClient, kit, scenario);
});

test("where the environment has nothing and the app passes nothing, the app opens", async () => {
  const { createGateClient } = bareCore();
  const client = createGateClient({ baseUrl: "https://gate.example/api/v1", key: "dbr_x", platform: "ios", version: "1.0" });
  const { status, source, problem } = await client.start();
  assert.deepEqual([status, source, problem?.code], ["open", "default", "offline"]);
  assert.equal(await client.update(), false);
  client.close();
});

test("the core has no private members, which older versions of Hermes cannot run", () => {
  assert.doesNotMatch(code, /[{;,]#[a-z]|this\.#/);
});
