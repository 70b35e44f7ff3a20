/**
 * How a story begins: an empty server, the account that its first link makes, a project and a key. Everything is done on the
 * page, as people do it, and answers are read as apps read them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { firstAccountFile } from "../../server/src/accounts/first-account.ts";
import type { Program } from "../../server/test/running-program.ts";
import { credentialTexts } from "../src/credentials/credential-texts.ts";
import { memberTexts } from "../src/members/member-texts.ts";
import { newProjectTexts } from "../src/projects/new-project-texts.ts";
import { settingsTexts } from "../src/settings/settings-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { versionPolicyTexts } from "../src/version-policies/version-policy-texts.ts";
import { type Console, type ConsolePage, shop, startConsole } from "./console-page.ts";
import { box, button, publish } from "./controls.ts";

export const password = "a ferry, a bridge and a tunnel";
export const projectName = "Acme Shop";

export const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

export interface Story {
  readonly running: Console;
  /** The administrator, on the screen after the project was made. */
  readonly ada: ConsolePage;
  /** Read key in the app. */
  readonly key: string;
}

/** A server with one project, of the platforms ios and android and the instances eu-1 and us-1. */
export async function beginStory(directory: string): Promise<Story> {
  const running = await startConsole(directory, { example: false });
  try {
    const ada = await running.visitor();
    await comeInFirst(running, ada.page);
    return { running, ada, key: await makeProject(running, ada.page) };
  } catch (error) {
    // The caller has nothing to close, and an open server keeps its process alive.
    await running.close();
    throw error;
  }
}

/** As the program says where it is. */
export function firstLink({ program }: Console): string {
  return readFileSync(firstAccountFile(program.directory), "utf8").trim();
}

async function comeInFirst(running: Console, page: Page): Promise<void> {
  await page.goto(firstLink(running));
  await box(page, memberTexts.login).fill("ada@example.com");
  await box(page, memberTexts.name).fill("Ada");
  await box(page, "Password").fill(password);
  await button(page, "Create account").click();
  await title(page, sharedTexts.screens.overview);
}

/** Everything that a new project is not asked for: a store link, a minimum on iOS, and two instances. */
export async function configure(program: Program): Promise<void> {
  const stores = { apple: "https://apps.apple.com/app/id123456789" };
  const address = `/admin/v1/projects/${shop}`;
  const written = [
    await program.admin("PATCH", address, { stores }, { "if-match": "*" }),
    await program.admin("PUT", `${address}/platforms/ios`, { minimum: "2.4.0" }, { "if-match": "*" }),
    await program.admin("PUT", `${address}/instances/eu-1`, { name: "Acme Europe" }, { "if-none-match": "*" }),
    await program.admin("PUT", `${address}/instances/us-1`, { name: "Acme US" }, { "if-none-match": "*" }),
  ];
  for (const { status, body } of written) assert.ok(status < 300, JSON.stringify(body));
}

async function makeProject({ program }: Console, page: Page): Promise<string> {
  await page.getByRole("link", { name: newProjectTexts.create }).click();
  await box(page, newProjectTexts.name).fill(projectName);
  await publishAll(page);
  await title(page, sharedTexts.screens.connect);
  await configure(program);
  return shownKey(page);
}

/** The key, which is shown once. */
export async function shownKey(page: Page): Promise<string> {
  const key = (await page.locator("code", { hasText: /^db\w*_/ }).textContent()) ?? "";
  assert.match(key, /^\S{20,}$/);
  return key;
}

/** From one screen to another, by the navigation. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole("navigation", { name: sharedTexts.shell.navigation })
    .getByRole("link", { name: screen, exact: true })
    .click();
  await title(page, screen);
}

/** The card of iOS on the Versions screen. */
export const iosCard = (page: Page) => page.getByRole("region", { name: versionPolicyTexts.card("iOS"), exact: true });

/** Opens the Versions screen and the rules of iOS. */
export async function editIos(page: Page): Promise<Locator> {
  await goTo(page, sharedTexts.screens.versions);
  const ios = iosCard(page);
  const rules = ios.getByRole("tab", { name: versionPolicyTexts.tabs.rules });
  if ((await rules.getAttribute("aria-selected")) !== "true") await rules.click();
  return ios;
}

/** Reviews and publishes the form. */
export async function publishAll(page: Page): Promise<void> {
  await button(page, sharedTexts.actions.save).click();
  await page.getByText(sharedTexts.review.differences).waitFor();
  await publishAndClose(page);
}

/** Publishes the reviewed change and waits until its drawer is closed. */
export async function publishAndClose(page: Page): Promise<void> {
  await publish(page);
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
}

/** Answer to an app of a version on ios. */
export async function configFor({ program }: Console, key: string, version: string) {
  const { status, body } = await program.read(`/api/v1/config?platform=ios&current_version=${version}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** `closed start end`, or `open start end`, of the answer to an app that names the instance. */
export async function maintenanceFor({ program }: Console, key: string, instance: string): Promise<string> {
  const { status, body } = await program.read(`/api/v1/maintenance?instanceId=${instance}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  const [start, end] = [body.start_time, body.end_time].map((time) => String(time).slice(0, 16));
  return `${body.is_maintenance ? "closed" : "open"} ${start} ${end}`;
}

/** The first administrator invites a user with a role; the new user signs in by its link in a separate browser. */
export async function inviteUser({ running, ada: { page } }: Story, name: string, role: string): Promise<ConsolePage> {
  const login = `${name.toLowerCase()}@example.com`;
  await openProject(page);
  await goTo(page, sharedTexts.screens.settings);
  await page.getByRole("tab", { name: settingsTexts.tabs.members }).click();
  await button(page, memberTexts.create).click();
  await box(page, memberTexts.login).fill(login);
  await box(page, memberTexts.name).fill(name);
  await page.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await button(page, memberTexts.invite).last().click();
  const link = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  await button(page, credentialTexts.haveIt).click();
  const theirs = await running.visitor();
  await theirs.page.goto(link);
  await box(theirs.page, "Password").fill(password);
  await button(theirs.page, "Accept invitation").click();
  await openProject(theirs.page);
  return theirs;
}

/** Opens the project from Overview, where it appears without a reload for a new member. */
export async function openProject(page: Page): Promise<void> {
  await page
    .getByRole("navigation", { name: sharedTexts.shell.navigation })
    .getByRole("link", { name: sharedTexts.screens.overview, exact: true })
    .click();
  await page.getByRole("article").getByRole("link", { name: projectName, exact: true }).click();
  await page.waitForURL(new RegExp(`/projects/${shop}$`));
}
