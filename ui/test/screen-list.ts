/** A screen without states here does not compile. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stringifySearchWith } from "@tanstack/react-router";
import type { ScreenRoute } from "../src/routes.ts";
import { parseValue } from "../src/search-values.ts";
import type { EveryNoun } from "./every-noun.ts";

export interface ScreenState {
  readonly route: ScreenRoute;
  /** Below /console/. */
  readonly address: string;
}

const print = stringifySearchWith(JSON.stringify, parseValue);

const source = join(import.meta.dirname, "..", "src");

/** `/projects/$project/connect`, by the name of the route. */
export function screenPaths(): ReadonlyMap<string, string> {
  const text = readFileSync(join(source, "routes.ts"), "utf8");
  const found = [...text.matchAll(/const (\w+) = createRoute\(\{\s*\.\.\.at\("([^"]+)"\)/g)];
  const [, registered = ""] = /const screens = \{([^}]*)\}/.exec(text) ?? [];
  assert.deepEqual(found.map(([, name]) => name).sort(), registered.match(/\w+/g)?.sort(), "every route is registered");
  return new Map(found.map(([, name = "", path = ""]) => [name, path]));
}

export function screenStates(nouns: EveryNoun): readonly ScreenState[] {
  const searches: Readonly<Record<string, readonly object[]>> = searchesOf(nouns);
  return [...screenPaths()].flatMap(([route, path]) => {
    const states = searches[route];
    assert.ok(states && states.length > 0, `no state of ${route} is looked at`);
    const base = path.slice(1).replace("$project", encodeURIComponent(nouns.project));
    return states.map((search) => ({ route: route as ScreenRoute, address: `${base}${print(search)}` }));
  });
}

function searchesOf(nouns: EveryNoun): Record<ScreenRoute, readonly object[]> {
  const { platform, instance, window, occurrence } = nouns;
  return {
    tokensRoute: [{}, { token: nouns.serverToken }, { createToken: true }, { query: "nothing has this" }],
    accountRoute: [{}],
    connectRoute: [
      {},
      { tab: "keys" },
      { tab: "keys", edit: nouns.key },
      { tab: "keys", create: true },
      { tab: "instances" },
      { tab: "instances", edit: instance },
      { tab: "instances", create: true },
      { tab: "instances", query: "nothing has this" },
      { tab: "instances", edit: "gone" },
    ],
    webhooksRoute: [{}, { edit: nouns.webhook }, { create: true }, { query: "nothing has this" }],
    edgesRoute: [
      {},
      { edge: nouns.edge },
      { token: nouns.edgeToken },
      { createToken: true },
      { query: "nothing has this" },
      { edge: "gone" },
    ],
    activityRoute: [
      {},
      { revision: nouns.revision },
      { kind: "window", id: window },
      { show: "approvals" },
      { proposal: nouns.proposal },
    ],
    logRoute: [{}, { revision: nouns.serverRevision }],
    messagesRoute: [{}, { platform, version: "2.5.0" }],
    overviewRoute: [{}, { query: "nothing has this" }],
    statusRoute: [{}],
    peopleRoute: [{}, { open: nouns.person }, { create: true }],
    newProjectRoute: [{}],
    settingsRoute: [
      {},
      { tab: "platforms" },
      { tab: "platforms", edit: platform },
      { tab: "platforms", create: true },
      { tab: "approval" },
      { tab: "members" },
      { tab: "members", edit: nouns.person },
      { tab: "members", create: true },
      { tab: "tokens" },
      { tab: "tokens", token: nouns.projectToken },
      { tab: "tokens", createToken: true },
      { tab: "tokens", edit: nouns.feedToken },
      { tab: "tokens", create: true },
      { tab: "manifest" },
    ],
    simulatorRoute: [{}, { platform, version: "2.5.0", lang: "de" }, { instance }],
    maintenanceRoute: [
      { at: nouns.day },
      { start: true },
      { view: "day", at: nouns.day, zone: "America/New_York" },
      { view: "week", at: nouns.day },
      { view: "month", at: nouns.day },
      { view: "list", at: nouns.day },
      { at: nouns.day, occurrence },
      { at: nouns.day, edit: window },
      { at: nouns.day, create: true },
    ],
    versionPoliciesRoute: [{}, { edit: platform }, { version: "2.5.0" }, { edit: platform, step: "move" }],
  };
}
