import assert from "node:assert/strict";
import { test } from "node:test";
import { activityTexts, proposalTexts } from "../src/activity/activity-texts.ts";
import { connectTexts } from "../src/connect/connect-texts.ts";
import { readKeyTexts } from "../src/connect/read-key-texts.ts";
import { instanceTexts } from "../src/instances/instance-texts.ts";
import { maintenanceTexts } from "../src/maintenance/maintenance-texts.ts";
import { occurrenceTexts } from "../src/maintenance/occurrence/occurrence-texts.ts";
import { windowTexts } from "../src/maintenance/windows/window-texts.ts";
import { memberTexts } from "../src/members/member-texts.ts";
import { messageTexts } from "../src/messages/message-texts.ts";
import { platformTexts } from "../src/platforms/platform-texts.ts";
import { approvalTexts, deleteProjectTexts, manifestTexts, settingsTexts } from "../src/settings/settings-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { tokenTexts } from "../src/tokens/token-texts.ts";
import { versionPolicyTexts } from "../src/version-policies/version-policy-texts.ts";
import { anyText, becomes, consoleForTests, navigate, shop } from "./console-page.ts";

const running = consoleForTests();
const { actions, roles, session } = sharedTexts;

const changes = anyText(
  ...[actions.save, actions.remove, actions.discard, messageTexts.manage, messageTexts.insert(""), windowTexts.leaveOutLabel("")],
  ...[instanceTexts.create, readKeyTexts.create, readKeyTexts.revoke, connectTexts.createKey, memberTexts.create],
  ...[platformTexts.create, platformTexts.delete, tokenTexts.access.create, tokenTexts.calendar.create],
  ...[maintenanceTexts.start, maintenanceTexts.create, ...Object.values(occurrenceTexts.verbs)],
  ...[activityTexts.undo, activityTexts.restore, deleteProjectTexts.button],
);

/** A path below the project's address, a text, and the name of a field. */
const forViewers: readonly (readonly [path: string, text: string | RegExp, field?: string])[] = [
  ["versions?edit=ios", versionPolicyTexts.blocked, versionPolicyTexts.minimum],
  ["messages", messageTexts.list, messageTexts.text],
  ["connect", connectTexts.steps],
  ["connect?tab=keys", readKeyTexts.everything],
  ["connect?tab=instances&edit=eu-1", instanceTexts.name, instanceTexts.name],
  ["maintenance?edit=ios-push-certificates", windowTexts.readOnly, windowTexts.title],
  ["maintenance?occurrence=db-upgrade/2027-12-05T02:00", occurrenceTexts.mayNot],
  ["maintenance?view=day", sharedTexts.screens.maintenance],
  ["activity?revision=2", /^Created the project/],
  ["settings", settingsTexts.readOnly, settingsTexts.name],
  ["settings?tab=general", deleteProjectTexts.readOnly],
  ["settings?tab=platforms", /huawei/],
  ["settings?tab=approval", approvalTexts.readOnly],
  ["settings?tab=members", "viewer@example.com"],
  ["settings?tab=tokens", session.mayNot(roles.operator)],
  ["settings?tab=manifest", manifestTexts.toApply],
];

test("a viewer sees every screen and is offered no change, and no screen of administrators", async () => {
  const { page, accessible } = await running.open({ path: `projects/${shop}`, role: "viewer" });
  for (const [path, text, field] of forViewers) {
    await navigate(page, `projects/${shop}/${path}`);
    await page.getByText(text).first().waitFor();
    if (field) await becomes(() => page.getByRole("textbox", { name: field, exact: true }).first().isEditable(), false, path);
    await becomes(() => page.getByRole("button", { name: changes }).count(), 0, path);
    assert.equal(await page.getByRole("slider").count(), 0, path);
    await accessible();
  }
  for (const path of ["people", "tokens", "edges", "webhooks", "log"]) {
    await navigate(page, path);
    await page.getByText(session.mayNot("Administrator")).waitFor();
  }
});

test("a project without instances, windows, requests or messages says what they are for", async () => {
  const manifest = { apiVersion: "drawbridge/v1", project: "empty", languages: ["fr", "sw"] };
  await running.send("PUT", "/admin/v1/projects/empty/manifest", manifest, { "if-none-match": "*" });
  const { page, accessible } = await running.open({ path: "projects/empty", colorScheme: "dark" });
  for (const [path, text] of [
    ["connect?tab=instances", instanceTexts.none.title],
    ["maintenance?view=week", maintenanceTexts.emptyTitle],
    ["activity?show=approvals&proposal=p_none", proposalTexts.emptyTitle],
    ["settings?tab=tokens", tokenTexts.access.none.title],
    ["messages", messageTexts.missing.built_in("French")],
  ] as const) {
    await navigate(page, `projects/empty/${path}`);
    await page.getByText(text).first().waitFor();
    await accessible();
  }
  await page.getByRole("figure").getByText("Cette version n’est plus prise en charge").waitFor();
});
