/** The provider is at `localhost` and the program at 127.0.0.1: two sites to a browser, which keeps back what it would from others. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { headed, openBrowser, press } from "../browser.ts";
import { firstLink, startProviderProgram } from "../provider-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();

const here = await startProviderProgram(directories(), {}, "localhost");
const browser = await openBrowser();
after(async () => {
  await browser?.close();
  await here?.stop();
});

/** A visit to the page, after which neither site's page may have violated its policy. */
async function visit(work: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await browser.visitor({ baseURL: here.program.urls.admin });
  try {
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
}

/** From our button through the provider's form, and back to a page of ours. */
async function throughProvider(page: Page, button: string, login: string, back = "/console/"): Promise<void> {
  await press(page, button);
  await page.waitForURL(`${here.provider.issuer}/**`);
  await page.locator("input[name=login]").fill(login);
  await press(page, "Sign in");
  await page.waitForURL(here.program.urls.admin + back);
}

/** The console follows a sign-in, so the page is opened again. */
async function lookAtSignIn(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await headed(page, "You are signed in");
}

const providerName = () => new URL(here.provider.issuer).host;
const withProvider = () => `Sign in with ${providerName()}`;

async function refusalOf(page: Page): Promise<string | null> {
  await headed(page, "Sign in");
  return await page.locator("#sign-in .refusal").textContent();
}

interface Asked {
  readonly path: string;
  readonly cookies: string;
}

function cookiesOf(asked: readonly Asked[], path: string): string[] {
  return asked.filter((one) => one.path === path).map(({ cookies }) => cookies);
}

test("a visitor with the first account's link ends up signed in, though the way back is from another site", async () => {
  await visit(async (page) => {
    await page.goto(`/sign-in#link=${firstLink(here.program)}`);
    const asked: Asked[] = [];
    page.on("request", async (request) => {
      const { pathname, origin } = new URL(request.url());
      if (origin === here.program.urls.admin) asked.push({ path: pathname, cookies: (await request.allHeaders()).cookie ?? "" });
    });
    await throughProvider(page, `Continue with ${providerName()}`, "ada");
    assert.deepEqual(cookiesOf(asked, "/console/"), [""], "the browser kept the session back on the way from the other site");
    await lookAtSignIn(page);
    assert.equal(await page.locator("#who-login").textContent(), "ada");
    assert.equal(await page.locator("#roles").textContent(), "Administrator of this server");
    assert.match(cookiesOf(asked, "/sign-in/callback").join(), /^drawbridge-transaction=[\w-]+$/);
    assert.match(cookiesOf(asked, "/admin/v1/session").at(-1) ?? "", /^drawbridge=[\w-]{43}$/);
    const own = (await page.context().cookies(here.program.urls.admin)).filter(({ name }) => name.startsWith("drawbridge"));
    assert.deepEqual(
      own.map(({ name, httpOnly, sameSite, path }) => [name, httpOnly, sameSite, path]),
      [["drawbridge", true, "Strict", "/"]],
    );
  });
});

test("a visitor who is refused sees why, in the page's own words", async () => {
  await visit(async (page) => {
    await page.goto("/sign-in");
    await throughProvider(page, withProvider(), "stranger", "/sign-in");
    assert.match((await refusalOf(page)) ?? "", /not have an account here yet/);
    assert.equal(page.url(), `${here.program.urls.admin}/sign-in`, "the word is not left in the address bar");
  });
  await visit(async (page) => {
    await page.goto("/sign-in");
    await throughProvider(page, withProvider(), "deny", "/sign-in");
    assert.match((await refusalOf(page)) ?? "", /canceled/);
  });
});
