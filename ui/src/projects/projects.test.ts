/** A project from an empty server to its end, in the console alone. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { type Console, shop, startConsole } from "../../test/console-page.ts";

const directories = temporaryDirectories();
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const publish = (page: Page) => page.getByRole("button", { name: "Publish", exact: true });

/** To a field or button, and a text into it. */
async function type(page: Page, name: string, text: string): Promise<void> {
  await box(page, name).last().focus();
  await page.keyboard.type(text);
}

async function pressOn(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

/** Into a terminal, whose curl does what curl does; gives the answer. */
async function pasted(line: string) {
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${line}`]);
  const [flag, header = "", address = ""] = stdout.split("\0");
  const [name = "", key = ""] = header.split(": ");
  assert.equal(flag, "-H");
  return (await fetch(address, { headers: { [name]: key } })).json();
}

test("a project is made with the keyboard alone, and the line that it ends in is answered as an app is", async () => {
  const { page, calm, accessible } = await running.open();
  await page.getByRole("link", { name: "New project" }).focus();
  await page.keyboard.press("Enter");
  await title(page, "New project");
  await accessible();
  await type(page, "Name", "Acme Größen");
  assert.equal(await box(page, "Id").inputValue(), "acme-grossen");
  await page.getByRole("textbox", { name: "Minimum version" }).first().focus();
  await page.keyboard.type("2.4.0");
  await type(page, "Apple link", "https://apps.apple.com/app/id1");
  await pressOn(page, "Add a platform");
  await type(page, "Platform", "web");
  await page.getByRole("combobox", { name: "Store" }).selectOption("none");
  await pressOn(page, "Add an instance");
  await type(page, "Instance id", "eu'1");
  await type(page, "Instance name", payload);
  await page.reload();
  await page.getByText("is still here").waitFor();
  assert.equal(await box(page, "Instance name").inputValue(), payload, "kept");
  await accessible();
  await box(page, "Id").focus();
  await page.keyboard.press("Enter");
  await page.getByText("What changes").waitFor();
  await accessible();
  await publish(page).focus();
  await page.keyboard.press("Enter");
  await title(page, "First steps");
  await page.getByText("Once there is a key").waitFor();
  await accessible();
  await pressOn(page, "Make the key");
  await page.getByText("This is the key").waitFor();
  await accessible();
  const lines = await page.locator("code", { hasText: "curl" }).allTextContents();
  const answers = await Promise.all(lines.map(pasted));
  assert.equal(answers.length, 2);
  assert.equal(answers[0].force_upgrade, false, lines.join());
  assert.equal(answers[1].is_maintenance, false, JSON.stringify(answers[1]));
  assert.equal(await page.evaluate("document.querySelectorAll('img[src=x]').length"), 0);
  calm();
});

test("what is wrong with a new project is said at its field", async () => {
  const { page, calm, accessible } = await running.open({ path: "projects/new", viewport: { width: 390, height: 844 } });
  await box(page, "Name").fill("Wrong");
  await box(page, "Id").fill("Not An Id");
  await page.getByRole("textbox", { name: "Minimum version" }).first().fill("two");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await accessible();
  await box(page, "Id").fill("wrong");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("textbox", { name: "Minimum version" }).and(page.locator("[aria-invalid=true]")).waitFor();
  await page.getByRole("textbox", { name: "Platform", exact: true }).last().fill("ios");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByText("This is given twice.").first().waitFor();
  await accessible();
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  calm();
});

test("an id that somebody else took is said, and nothing of theirs is touched", async () => {
  const { page, calm } = await running.open({ path: "projects/new" });
  const before = await running.program.admin("GET", `/admin/v1/projects/${shop}`);
  await box(page, "Name").fill("Another shop");
  await box(page, "Id").fill(shop);
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByText("Somebody has made one with this id in the meantime.").waitFor();
  const after = await running.program.admin("GET", `/admin/v1/projects/${shop}`);
  assert.equal(after.etag, before.etag);
  calm();
});

test("the project switcher leads to a new one, for administrators", async () => {
  const { page, calm, accessible } = await running.open({ path: `projects/${shop}/settings` });
  await page.keyboard.press("p");
  await page.getByRole("option", { name: "New project…" }).waitFor();
  await accessible();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("new pro");
  await page.keyboard.press("Enter");
  await title(page, "New project");
  calm();
});

test("a project is deleted by typing its name, past its keys, and everything else goes on", async () => {
  const { page, calm, accessible } = await running.open({ path: "projects/acme-grossen/settings?section=delete" });
  await page.getByText("Lost for good").waitFor();
  await accessible();
  const confirm = page.getByRole("button", { name: "Delete the project…" });
  assert.ok(await confirm.isDisabled());
  await page.getByRole("textbox", { name: /^Type acme-grossen/ }).focus();
  await page.keyboard.type("acme-grossen");
  await page.keyboard.press("Enter");
  await page.getByText("Something else still names it").waitFor();
  await accessible();
  await page.getByRole("checkbox", { name: "Do it all the same" }).focus();
  await page.keyboard.press("Space");
  await box(page, "Reason").focus();
  await page.keyboard.type("It was a try");
  await publish(page).focus();
  await page.keyboard.press("Enter");
  await title(page, "Now");
  await page.getByRole("row", { name: /Acme Größen/ }).waitFor({ state: "detached" });
  assert.equal((await running.program.admin("GET", "/admin/v1/projects/acme-grossen")).status, 404);
  calm();
});

test("an empty server teaches how to begin, and says it to whoever may not make projects", async () => {
  const member = await running.open({ role: "viewer" });
  const { page, calm, accessible } = await running.open();
  await page.getByRole("row", { name: /Acme Shop/ }).waitFor();
  await running.program.admin("DELETE", `/admin/v1/projects/${shop}?override=in_use,running_window&reason=x`, undefined, {
    "if-match": "*",
  });
  await page.getByRole("heading", { name: "No projects yet" }).waitFor();
  await accessible();
  await member.page.getByRole("heading", { name: "No projects for you yet" }).waitFor();
  await member.accessible();
  assert.equal(await member.page.getByRole("link", { name: "New project" }).count(), 0);
  await page.getByRole("link", { name: "New project" }).focus();
  await page.keyboard.press("Enter");
  await title(page, "New project");
  await member.page.goto(page.url());
  await member.page.getByRole("heading", { name: "Administrators make projects" }).waitFor();
  await member.accessible();
  calm();
  member.calm();
});
