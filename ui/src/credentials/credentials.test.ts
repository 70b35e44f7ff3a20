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

async function ask(token: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${running.program.urls.admin}/admin/v1/${path}`, { headers })).status;
}

interface Kind {
  readonly title: string;
  readonly path: string;
  /** Absent means Alt+N opens the form. */
  readonly create?: string;
  readonly name: string;
  readonly listed: RegExp;
  readonly revoked: (name: string) => string;
  readonly use: (text: string) => Promise<number>;
  /** While it is valid, and after it is revoked. */
  readonly statuses: readonly [number, number];
}

const kinds: readonly Kind[] = [
  {
    title: "a key",
    path: `projects/${shop}/connect?tab=keys`,
    name: "iOS app",
    listed: new RegExp(`^iOS app .* ${readKeyTexts.everything} never`),
    revoked: readKeyTexts.revoked,
    use: async (key) => (await running.program.read("/api/v1/config?platform=ios&current_version=2.3.0", key)).status,
    statuses: [200, 401],
  },
  {
    title: "a token of the server",
    path: "tokens",
    name: "Backup",
    listed: /^Backup .*Administrator.* Ada /,
    revoked: access.revoked,
    use: (token) => ask(token, "people"),
    statuses: [200, 401],
  },
  {
    title: "a token of a project",
    path: tokensOfProject,
    create: access.create,
    name: "Deploy script",
    listed: /^Deploy script .* Ada /,
    revoked: access.revoked,
    use: async (token) => (await ask(token, "people")) * 1000 + (await ask(token, `projects/${shop}`)),
    statuses: [403_200, 401_401],
  },
  {
    title: "a calendar address",
    path: tokensOfProject,
    create: calendar.create,
    name: `<img src=x onerror="alert(1)">`,
    listed: /^<img.* active /,
    revoked: calendar.revoked,
    use: async (feed) => (await fetch(feed)).status,
    statuses: [200, 404],
  },
];

for (const { title, path, create, name, listed, revoked, use, statuses } of kinds) {
  test(`${title} is created with the keyboard alone, shown once, in use, and revoked by typing its name`, async () => {
    const { page } = await running.open({ path });
    await page.getByRole("table").or(page.getByText(access.none.title)).first().waitFor();
    if (create) await button(page, create).first().press("Enter");
    else await page.keyboard.press("Alt+n");
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    const text = await shownCredential(page);
    assert.equal(await use(text), statuses[0]);
    await button(page, credentialTexts.haveIt).press("Enter");
    await page.getByRole("row", { name: listed }).waitFor();
    await becomes(() => page.getByText(text).count(), 0);
    await page.getByRole("link", { name, exact: true }).press("Enter");
    await dialogOpened(page);
    const confirmation = page.getByRole("textbox", { name: sharedTexts.fields.typeToConfirm(name) });
    await confirmation.fill(name.slice(1));
    await page.keyboard.press("Enter");
    assert.equal(await use(text), statuses[0], "another name revokes nothing");
    await confirmation.fill(name);
    await page.keyboard.press("Enter");
    await page.getByText(revoked(name)).waitFor();
    assert.equal(await use(text), statuses[1]);
  });
}

test("a calendar of one instance tells nothing of another, and what is wrong is said at its field", async () => {
  const { page, accessible } = await running.open({ path: `${tokensOfProject}&create=true` });
  const nameField = page.getByRole("textbox", { name: calendar.name, exact: true });
  await nameField.fill(" ");
  await button(page, calendar.create).last().click();
  await page.locator("[aria-invalid=true]").waitFor();
  await accessible();
  await nameField.fill("Europe");
  await page.reload();
  await becomes(() => nameField.inputValue(), "Europe", "kept");
  const shows = page.getByRole("combobox", { name: calendar.covers }).or(page.getByRole("textbox", { name: calendar.covers }));
  await shows.first().click();
  await page.getByRole("option", { name: "Acme Europe" }).click();
  await button(page, calendar.create).last().click();
  const text = await (await fetch(await shownCredential(page))).text();
  assert.match(text, /warehouse-move/);
  assert.doesNotMatch(text, /ios-push-certificates/);
});
