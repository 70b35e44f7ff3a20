import assert from "node:assert/strict";
import { test } from "node:test";
import { windowEdit } from "../../../server/test/example-project.ts";
import { DAY, HOUR, MaintainedProject, START } from "../../../server/test/maintained-project.ts";
import { wantedSilences } from "./wanted-silences.ts";
import type { WebhookRequest } from "./webhook.ts";

const all: WebhookRequest = {
  ...{ name: "Alerts", url: "https://alertmanager.example.com", format: "alertmanager", events: null },
  ...{ projects: null, instances: null, platforms: null },
};
const project = new MaintainedProject(
  windowEdit("eu", { title: "Upgrade", instances: ["eu-1"], repeat: "FREQ=WEEKLY;BYDAY=SU" }),
  windowEdit("us", { start: "2026-12-06T01:00", instances: ["us-1", "eu-1"], overrun: "hold" }),
  windowEdit("everything", { start: "2026-12-05T02:00" }),
  windowEdit("ios", { start: "2026-12-08T02:00", platforms: ["ios"] }),
);

function wanted(webhook: Partial<WebhookRequest>, now = START - DAY, states = [project.state]): string[] {
  return wantedSilences(states, { ...all, ...webhook }, now).map(({ key }) => key);
}

test("a silence is wanted for each occurrence that is active or begins within a week, in order of start", () => {
  const [everything, us, eu, ios, next] = [
    "acme-shop/everything/2026-12-05T02:00",
    "acme-shop/us/2026-12-06T01:00",
    "acme-shop/eu/2026-12-06T02:00",
    "acme-shop/ios/2026-12-08T02:00",
    "acme-shop/eu/2026-12-13T02:00",
  ];
  assert.deepEqual(wanted({}), [everything, us, eu, ios]);
  assert.deepEqual(wanted({}, START - 1), [us, eu, ios]);
  assert.deepEqual(wanted({}, START), [us, eu, ios, next]);
  assert.deepEqual(wanted({}, START + 2 * HOUR), [us, ios, next]);
  const [{ instances, platforms, ...rest } = assert.fail()] = wantedSilences([project.state], all, START + 2 * HOUR - 1).slice(1);
  assert.deepEqual([instances, platforms], [["eu-1"], null]);
  const names = { key: eu, project: "acme-shop", projectName: "acme-shop", name: "Upgrade" };
  assert.deepEqual(rest, { ...names, start: START, end: START + 2 * HOUR });
});

test("the filters of a webhook choose the windows, and a deleted project has none", () => {
  assert.deepEqual(wanted({ instances: ["us-1"] }).length, 3);
  assert.deepEqual(wanted({ instances: ["us-1"], platforms: ["android"] }), [
    "acme-shop/everything/2026-12-05T02:00",
    "acme-shop/us/2026-12-06T01:00",
  ]);
  assert.deepEqual(wanted({ projects: ["other"] }), []);
  const { project: own } = project.state;
  assert.deepEqual(wanted({}, START, [{ ...project.state, project: own.with([["", undefined]]) }]), []);
});
