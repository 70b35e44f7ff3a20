/**
 * Makes `state.json`, which `serve --demo` restores: the project of `acme-shop.yaml` with maintenance of the next days, a proposal and
 * two months of requests, as they are at a fixed instant. Run `npm run demo-state` after a change to the example.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestEdits, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { compilePolicy, decide } from "drawbridge-rules/versions/version-policy.ts";
import { parseWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { readManifestText } from "../../server/src/base/document/read-text.ts";
import { Publisher } from "../../server/src/log/publisher.ts";
import { versionOutcome } from "../../server/src/reads/usage/version-place.ts";
import type { DemoRequests, DemoState } from "../../server/src/start/restore-demo.ts";
import { openStore } from "../../server/src/store/open-store.ts";
import { madeUpTraffic } from "../made-up-traffic.ts";

const project = "acme-shop";
const dayMs = 86_400_000;
const firstDays = 60;
/** A Wednesday. */
const day = "2026-11-25";
const midnight = Date.parse(`${day}T00:00:00Z`);
const seed = 1;
/** Requests by hour of the day, UTC. */
const hours = [3, 2, 1.5, 1.5, 2, 3.5, 6, 9, 10.5, 11, 11.5, 13, 13.5, 12, 11, 11, 12, 14, 16.5, 18, 17, 13.5, 9, 5];

/** Days before `day` on which each version was released. */
const apps: Readonly<Record<string, { readonly requestsPerDay: number; readonly releases: Readonly<Record<string, number>> }>> = {
  ios: {
    requestsPerDay: 24_000,
    releases: { "2.3.0": 190, "2.4.0": 120, "2.5.0": 74, "2.5.3": 68, "2.5.5": 62, "2.6.0": 20, "2.6.1": 6 },
  },
  android: { requestsPerDay: 41_000, releases: { "2.2.0": 240, "2.3.0": 170, "2.4.0": 110, "2.5.0": 58, "2.6.0": 13 } },
  huawei: { requestsPerDay: 2_600, releases: { "2.4.0": 130, "2.5.0": 47, "2.6.0": 9 } },
};

const windows = {
  "checkout-update": {
    title: "Checkout update",
    instances: ["eu-1"],
    start: "2026-11-26T02:30",
    zone: "Europe/Rome",
    duration: "45m",
    reminder: "6h",
    overrun: "end",
    message: { en: "{instance_name} gets a new checkout. You can order again from {end_time}." },
  },
  "search-index": {
    title: "Search index",
    instances: ["us-1"],
    start: "2026-11-28T03:00",
    zone: "America/New_York",
    duration: "1h",
    repeat: "FREQ=WEEKLY",
    message: { en: "{instance_name} updates its search until {end_time}." },
  },
};

/** The text of the file. */
export async function demoState(): Promise<string> {
  const state = await exampleState();
  const edits = ["project", "platform", "instance", "window", "manifest"].flatMap((kind) =>
    [...state[kind as "window"]].map(([id, { value }]): Edit => ({ kind: kind as "window", id, value })),
  );
  const platform = state.platform.get("android")?.value;
  if (!platform) throw new Error("the example has no platform android");
  const raised: Edit = {
    kind: "platform",
    id: "android",
    value: { ...platform, policy: { ...platform.policy, minimum: "2.5.0" } },
  };
  const proposal = {
    id: "p_require25",
    edits: [raised],
    reason: "The payment provider ends the API that versions before 2.5 use",
  };
  const made: DemoState = { day, project, edits, proposal, hours, requests: requestsOf(state) };
  const lines = [...edits.map((edit) => ["edits", edit] as const), ...made.requests.map((each) => ["requests", each] as const)];
  const list = (name: string) => lines.flatMap(([of, each]) => (of === name ? [`    ${JSON.stringify(each)}`] : [])).join(",\n");
  return `{
  "day": "${day}",
  "project": "${project}",
  "edits": [
${list("edits")}
  ],
  "proposal": ${JSON.stringify(proposal)},
  "hours": ${JSON.stringify(hours)},
  "requests": [
${list("requests")}
  ]
}
`;
}

/** The example, planned and stored as by any change. */
async function exampleState(): Promise<ProjectState> {
  const problems: Problem[] = [];
  const file = join(import.meta.dirname, "..", "acme-shop.yaml");
  const manifest = parseManifest(readManifestText(readFileSync(file, "utf8")).document, problems);
  const planned = Object.entries(windows).map(([id, form]): Edit => {
    return { kind: "window", id, value: parseWindow(form, "", "api", problems) };
  });
  throwIfAny(problems, "the demo");
  const data = mkdtempSync(join(tmpdir(), "drawbridge-demo-"));
  const store = await openStore({ data, databaseUrl: null });
  try {
    const publisher = new Publisher(store, () => midnight, []);
    const change = { project, actor: "system", reason: "", override: [], dryRun: false };
    await publisher.publish({
      ...change,
      edits: (state) => (manifest ? [...manifestEdits(state, manifest), ...planned] : []),
    });
    return await publisher.state(project);
  } finally {
    await store.close();
    rmSync(data, { recursive: true });
  }
}

/** Days until `day`, which is complete. */
function requestsOf(state: ProjectState): DemoRequests[] {
  const start = midnight - (firstDays - 1) * dayMs;
  return Object.entries(apps).flatMap(([platform, { requestsPerDay, releases }]) => {
    const policy = compilePolicy(state.platform.get(platform)?.value.policy ?? emptyPolicy);
    const app = {
      platform,
      requestsPerDay,
      other: 0.004,
      releases: Object.entries(releases).map(([version, days]) => ({ version, at: midnight - days * dayMs })),
    };
    const days = new Map<string, number[]>();
    for (const { hour, version, requests } of madeUpTraffic(app, seed, { start, end: midnight + dayMs })) {
      const sums = days.get(version) ?? new Array(firstDays).fill(0);
      days.set(version, sums);
      sums[Math.floor((hour * 3_600_000 - start) / dayMs)] += requests;
    }
    return Array.from(days, ([version, sums]) => ({ platform, version, outcome: outcomeOf(version), days: sums }));

    function outcomeOf(text: string): DemoRequests["outcome"] {
      const version = parseVersion(text);
      const decision = version && decide(policy, version);
      const { allowed, recommended, forced } = versionOutcome;
      return decision?.forced ? forced : decision?.rule === "below_recommended" ? recommended : allowed;
    }
  });
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, "state.json"), await demoState());
