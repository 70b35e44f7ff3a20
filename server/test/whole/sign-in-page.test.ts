/** The page on which people sign in, in a real browser, against the program as it runs. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { firstAccountFile } from "../../src/accounts/account-link.ts";
import { fill, headed, openBrowser, press } from "../browser.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const markup = "<img src=x onerror=complain('ran')>";
const password = "a ferry, a bridge and a tunnel";

const program = await startProgram({ directory: directories() });
const browser = await openBrowser();
after(async () => {
  await browser?.close();
  await program?.stop();
});

/** A visit to the page, after which it must not have violated its own policy. */
async function visit(work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  const { page, complaints, close } = await browser.visitor({ baseURL: program.urls.admin, ...options });
  try {
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
}

async function signIn(page: Page, login: string, secret: string): Promise<void> {
  await page.goto("/sign-in");
  await headed(page, "Sign in");
  await fill(page, { Login: login, Password: secret });
  await press(page, "Sign in");
}

/** After the sign-in comes the console, which has tests of its own; the page itself shows who is signed in. */
async function arrived(page: Page): Promise<void> {
  await page.waitForURL(`${program.urls.admin}/console/`);
  await page.goto("/sign-in");
  await headed(page, "You are signed in");
}

async function invite(login: string, name: string): Promise<string> {
  const { status, body } = await program.admin("POST", "/admin/v1/people", { login, name });
  assert.equal(status, 201);
  return (body.link as { readonly url: string }).url;
}

test("without an account, the page and a link that has expired say the command that creates one", async () => {
  const command = "drawbridge user add LOGIN --administrator";
  await visit(async (page) => {
    await page.goto(`/sign-in#link=dbl_${"a".repeat(36)}`);
    await headed(page, "This link does not work");
    assert.ok((await page.locator("main").innerText()).includes(command));
    await press(page, "Go to sign-in");
    await headed(page, "No account yet");
    assert.equal(await page.locator("#no-account code").textContent(), command);
  });
});

test("the first account is made by its link, signs out, and signs in and out again with the keyboard alone", async () => {
  const link = readFileSync(firstAccountFile(program.directory), "utf8").trim();
  await visit(async (page) => {
    await page.goto(link);
    await headed(page, "Create the first account");
    assert.equal(page.url(), `${program.urls.admin}/sign-in`, "the link is not in the address bar");
    await fill(page, { Login: "ada@acme.example", Name: markup, Password: password });
    await press(page, "Create account");
    await arrived(page);
    assert.equal(await page.locator("#who").textContent(), markup);
    assert.equal(await page.locator("#roles").textContent(), "Administrator of this server");
    await press(page, "Sign out");
    await headed(page, "Sign in");
    await page.reload();
    await headed(page, "Sign in");
    await page.keyboard.type("ADA@acme.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await arrived(page);
    await page.reload();
    await headed(page, "You are signed in");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Open console");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await headed(page, "Sign in");
  });
});

test("a link that was used opens nothing, and the page says so", async () => {
  const link = await invite("grace", "Grace");
  await visit(async (page) => {
    await page.goto(link);
    await headed(page, "Welcome to Drawbridge");
    assert.equal(await page.getByRole("textbox", { name: "Login" }).inputValue(), "grace");
    await fill(page, { Password: password });
    await press(page, "Accept invitation");
    await arrived(page);
    assert.equal(await page.locator("#roles").textContent(), "None yet. Ask an administrator for a role.");
  });
  await visit(async (page) => {
    await page.goto(link);
    await headed(page, "This link does not work");
    await press(page, "Go to sign-in");
    await headed(page, "Sign in");
  });
});

test("a wrong password and a missing network are said beside the form, and what was typed is still there", async () => {
  await visit(async (page) => {
    await signIn(page, "ada@acme.example", "not the password");
    await page.getByRole("alert").getByText("The login or the password is incorrect.").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Login" }).inputValue(), "ada@acme.example");
    assert.equal(await page.evaluate("document.activeElement.id"), "password");
    await fill(page, { Password: password });
    await page.context().setOffline(true);
    await press(page, "Sign in");
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await page.context().setOffline(false);
    await press(page, "Sign in");
    await arrived(page);
  });
});

test("problems of a new account are shown beside their fields, and the link still works", async () => {
  const link = await invite("careful", "Careful");
  await visit(async (page) => {
    await page.goto(link);
    await headed(page, "Welcome to Drawbridge");
    await fill(page, { Password: "short" });
    await press(page, "Accept invitation");
    const field = page.getByRole("textbox", { name: "Password" });
    await page.locator('#new-password[aria-invalid="true"]').waitFor();
    assert.match((await page.locator("#new-password-problem").textContent()) ?? "", /12 to 1024 characters/);
    await field.fill(password);
    await press(page, "Accept invitation");
    await arrived(page);
  });
});

test("while an answer takes long, the page says that it waits, and sends only one request", async () => {
  await visit(async (page) => {
    await page.goto("/sign-in");
    await headed(page, "Sign in");
    let asked = 0;
    const late = Promise.withResolvers<void>();
    await page.route("**/admin/v1/session", async (route) => {
      if (route.request().method() === "POST") asked += 1;
      await late.promise;
      await route.continue();
    });
    await fill(page, { Login: "ada@acme.example", Password: password });
    await press(page, "Sign in");
    await press(page, "Sign in");
    await page.getByRole("status").getByText("Still waiting for the server…").waitFor();
    late.resolve();
    await arrived(page);
    assert.equal(asked, 1);
  });
});

test("over http from elsewhere, the page says why sign-in is refused, and what to do", async () => {
  const env = { DRAWBRIDGE_PUBLIC_URL: "http://drawbridge.example" };
  await using elsewhere = await startProgram({ directory: directories(), env });
  await visit(
    async (page) => {
      await page.goto("/sign-in");
      await headed(page, "You cannot sign in here");
      const text = (await page.locator("#not-offered").textContent()) ?? "";
      assert.match(text, /http:\/\/drawbridge\.example/);
      assert.match(text, /DRAWBRIDGE_PUBLIC_URL/);
      assert.match(text, /access token/);
    },
    { baseURL: elsewhere.urls.admin },
  );
});
