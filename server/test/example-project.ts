/** The manifest of the design page (without `repeat` and `except`, which come later), and states to plan against. */
import assert from "node:assert/strict";
import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { type Manifest, manifestEdits, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { type ReadKey, readKeyMembers } from "drawbridge-rules/credentials/read-key.ts";
import type { Override } from "drawbridge-rules/occurrence/occurrence.ts";
import { type Instance, instanceSchema } from "drawbridge-rules/project/instance.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { absentMembers } from "drawbridge-rules/values/member.ts";
import { defaultMembers } from "drawbridge-rules/values/schema.ts";
import { type Webhook, webhookMembers } from "drawbridge-rules/webhooks/webhook.ts";
import { type MaintenanceWindow, parseWindow, type WindowOrigin } from "drawbridge-rules/windows/maintenance-window.ts";

export type Form = Readonly<Record<string, unknown>>;

export const exampleForm: Form = {
  apiVersion: "drawbridge/v1",
  project: "acme-shop",
  name: "Acme Shop",
  languages: ["en", "de", "it"],
  ttl: "PT30S",
  reminder: "PT1H",
  no_window: "epoch",
  stores: {
    android: "https://play.google.com/store/apps/details?id=com.acme.shop",
    apple: "https://apps.apple.com/app/id123456789",
  },
  messages: {
    upgrade: { en: "Please update to {minimum_version}.", de: "Bitte auf {minimum_version} aktualisieren." },
    maintenance: { en: "We are back at {end_time}." },
    default: { en: "" },
  },
  platforms: {
    ios: { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0", ">=2.5.3 <2.5.5"], exempt: ["3.0.0-beta.2"] },
    android: { minimum: "2.4" },
    huawei: { minimum: "2.4", store: "android", stores: { android: "https://appgallery.huawei.com/app/C100" } },
  },
  instances: {
    "eu-1": { name: "Acme Europe", reminder: "PT24H" },
    "us-1": { name: { en: "Acme US", de: "Acme USA" } },
  },
  windows: {
    "db-upgrade": {
      instances: ["eu-1"],
      start: "2026-12-06T02:00",
      zone: "Europe/Rome",
      duration: "PT2H",
      reminder: "PT12H",
      overrun: "end",
      message: { en: "Database upgrade until {end_time}." },
    },
  },
};

/** The smallest valid manifest, with additional members. */
export function formWith(rest: Form): Form {
  return { apiVersion: "drawbridge/v1", project: "acme-shop", ...rest };
}

export function manifestFrom(form: unknown): Manifest {
  const problems: Problem[] = [];
  const manifest = parseManifest(form, problems);
  assert.deepEqual(problems, []);
  assert.ok(manifest);
  return manifest;
}

export function problemsOfManifest(form: unknown): Problem[] {
  const problems: Problem[] = [];
  parseManifest(form, problems);
  return problems;
}

export const emptyState: ProjectState = readProjectState("acme-shop", 0, []);

/** The state after applying the manifest to an empty project, and then the edits. */
export function stateFrom(form: Form, ...edits: readonly Edit[]): ProjectState {
  return applyEdits(applyEdits(emptyState, manifestEdits(emptyState, manifestFrom(form))), edits);
}

export function windowFrom(rest: Form, origin: WindowOrigin = "api"): MaintenanceWindow {
  const problems: Problem[] = [];
  const window = parseWindow({ start: "2026-12-06T02:00", duration: "PT2H", ...rest }, "window", origin, problems);
  assert.deepEqual(problems, []);
  assert.ok(window);
  return window;
}

export function windowEdit(id: string, rest: Form, origin: WindowOrigin = "api"): Edit {
  return { kind: "window", id, value: windowFrom(rest, origin) };
}

export function overrideEdit(window: string, occurrence: string, what: Partial<Override>): Edit {
  const nothing = { start: null, end: null, canceled: false, completed: false, byHand: false, kept: null };
  return { kind: "override", id: `${window}/${occurrence}`, value: { window, occurrence, ...nothing, ...what } };
}

/** A webhook of everything, with additional members. Nothing listens at its URL. */
export function exampleWebhook(more: Partial<Webhook> = {}): Webhook {
  const choices = { name: "Ops channel", url: "http://127.0.0.1:1/", format: "standard", createdAt: 0, secret: 1 } as const;
  return { ...absentMembers(webhookMembers), ...choices, ...more };
}

export function keyEdit(id: string, what: Partial<ReadKey>): Edit {
  const plain: ReadKey = {
    ...absentMembers(readKeyMembers),
    name: "the apps",
    hash: "0".repeat(64),
    last4: "wxyz",
    imported: false,
    mistyped: false,
    createdAt: 0,
  };
  return { kind: "read_key", id, value: { ...plain, ...what } };
}

export function exampleInstance(members: Partial<Instance> = {}): Instance {
  return { ...(defaultMembers(instanceSchema) as Instance), name: "Acme", ...members };
}
