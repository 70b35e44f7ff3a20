import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, consoleForTests, dialogOpened, shop } from "../../test/console-page.ts";
import { button, shownCredential } from "../../test/controls.ts";
import { readKeyTexts } from "../connect/read-key-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { tokenTexts } from "../tokens/token-texts.ts";
import { credentialTexts } from "./credential-texts.ts";

const { access, calendar } = tokenTexts;
const running = consoleForTests();
const tokensOfProject = `projects/${shop}/settings?tab=tokens`;

/** `use` gives its status, 200 while it is valid. */
const kinds = [
  {
    title: "a key",
    path: `projects/${shop}/connect?tab=keys`,
    create: readKeyTexts.create,
    name: "iOS app",
    listed: new RegExp(`^iOS app .* ${readKeyTexts.everything} never`),
    revoked: readKeyTexts.revoked,
    use: async (key: string) => (await running.program.read("/api/v1/config?platform=ios&current_version=2.3.0", key)).status,
    ended: 401,
  },
  {
    title: "a calendar address",
    path: tokensOfProject,
    create: calendar.create,
    name: `<img src=x onerror="alert(1)">`,
    listed: /^<img.* active /,
    revoked: calendar.revoked,
    use: async (feed: string) => (await fetch(feed)).status,
    ended: 404,
  },
];

for (const { title, path, create, name, listed, revoked, use, ended } of kinds) {
  test(`${title} is created with the keyboard alone, shown once, in use, and revoked by typing its name`, async () => {
    const { page } = await running.open({ path });
    await page.getByRole("table").or(page.getByText(access.none.title)).first().waitFor();
    await button(page, create).first().press("Enter");
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    const text = await shownCredential(page);
    assert.equal(await use(text), 200);
    await button(page, credentialTexts.haveIt).press("Enter");
    await page.getByRole("row", { name: listed }).waitFor();
    await becomes(() => page.getByText(text).count(), 0);
    await page.getByRole("link", { name, exact: true }).press("Enter");
    await dialogOpened(page);
    const confirmation = page.getByRole("textbox", { name: sharedTexts.fields.typeToConfirm(name) });
    await confirmation.fill(name.slice(1));
    await page.keyboard.press("Enter");
    assert.equal(await use(text), 200, "another name revokes nothing");
    await confirmation.fill(name);
    await page.keyboard.press("Enter");
    await page.getByText(revoked(name)).waitFor();
    assert.equal(await use(text), ended);
  });
}

test("a calendar of one instance tells nothing of another", async () => {
  const { page } = await running.open({ path: `${tokensOfProject}&create=true` });
  await page.getByRole("textbox", { name: calendar.name, exact: true }).fill("Europe");
  const shows = page.getByRole("combobox", { name: calendar.covers }).or(page.getByRole("textbox", { name: calendar.covers }));
  await shows.first().click();
  await page.getByRole("option", { name: "Acme Europe" }).click();
  await button(page, calendar.create).last().click();
  const text = await (await fetch(await shownCredential(page))).text();
  assert.match(text, /warehouse-move/);
  assert.doesNotMatch(text, /ios-push-certificates/);
});
