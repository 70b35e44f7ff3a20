import assert from "node:assert/strict";
import { after, test } from "node:test";
import { EdgeProgram } from "../../../server/test/running-edge.ts";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { consoleForTests, shop } from "../../test/console-page.ts";
import { reportEdge } from "../../test/every-noun.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { overviewTexts } from "../overview/overview-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { tokenTexts } from "../tokens/token-texts.ts";
import { edgeTexts as texts } from "./edge-texts.ts";

const directories = temporaryDirectories();
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
const edges: EdgeProgram[] = [];
// The edges stop before their origin.
after(async () => {
  for (const edge of edges) await edge.stop();
});
const running = consoleForTests();

async function start(origin: string, token: string): Promise<EdgeProgram> {
  const edge = await EdgeProgram.start({ directory: directories(), origin, token });
  edges.push(edge);
  return edge;
}

async function createToken(body: object): Promise<{ readonly id: string; readonly token: string }> {
  const { id, token } = await running.send("POST", "/admin/v1/tokens", { kind: "edge", ...body });
  return { id: String(id), token: String(token) };
}

test("an empty list says how to start an edge; a token is made with the keyboard, and what is shown with it starts one", async () => {
  const { page, accessible } = await running.open({ path: "edges" });
  await page.getByRole("heading", { name: texts.emptyTitle }).waitFor();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(payload);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog").locator("code");
  await shown.first().waitFor();
  await accessible();
  const [token = "", command = ""] = await shown.allTextContents();
  const [, told] = /DRAWBRIDGE_EDGE_TOKEN=(\S+) /.exec(command) ?? [];
  const [, origin = ""] = /serve --edge (\S+)$/.exec(command) ?? [];
  assert.equal(told, token);
  const edge = await start(origin, token);
  await edge.at(Number((await running.send("GET", "/admin/v1/status")).revision));
  await page.getByRole("button", { name: credentialTexts.haveIt }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // Nothing tells the page, which asks by itself.
  const row = page.getByRole("table", { name: /^Edges: 1 rows/ }).getByRole("row", { name: payload });
  await row.getByText(texts.states.following, { exact: true }).waitFor();
  assert.match((await row.textContent()) ?? "", /127\.0\.0\.1/);
  await row.getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText(texts.statesMeaning.following).waitFor();
});

test("revoking a token shows the edges that use it; the edge is disconnected, and is shown so", async () => {
  const made = await createToken({ name: "one project", projects: [shop] });
  const edge = await start(running.program.urls.edge, made.token);
  await edge.at(Number((await running.send("GET", "/admin/v1/status")).revision));
  const { page } = await running.open({ path: "edges", viewport: { width: 390, height: 844 } });
  await page.getByRole("link", { name: "one project", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "one project" });
  await dialog.getByText(tokenTexts.edge.revokeCuts(1)).waitFor();
  await dialog.getByText(shop, { exact: true }).waitFor();
  await dialog.getByRole("textbox", { name: sharedTexts.fields.typeToConfirm("one project") }).fill("one project");
  await page.keyboard.press("Enter");
  await page.getByText(tokenTexts.edge.revoked("one project")).waitFor();
  await page
    .getByRole("row", { name: /one project/ })
    .getByText(texts.states.ended, { exact: true })
    .waitFor();
});

test("a token of some projects names at least one", async () => {
  const { page } = await running.open({ path: "edges?createToken=true", colorScheme: "dark" });
  const dialog = page.getByRole("dialog", { name: tokenTexts.edge.create });
  await dialog.getByRole("textbox", { name: tokenTexts.edge.name, exact: true }).fill("Paris");
  await dialog.getByText(tokenTexts.edge.opensOf.some, { exact: true }).click();
  await dialog.getByRole("button", { name: tokenTexts.edge.create }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  await dialog
    .getByRole("combobox", { name: tokenTexts.edge.projects })
    .or(dialog.getByRole("textbox", { name: tokenTexts.edge.projects }))
    .first()
    .click();
  await page.getByRole("option", { name: "Acme Shop (acme-shop)" }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: tokenTexts.edge.create }).click();
  await dialog.getByText(credentialTexts.onlyNow).waitFor();
});

test("an edge that refuses what it is told needs attention on Overview, which leads to its own words", async () => {
  const { token } = await createToken({ name: "Oslo" });
  await reportEdge(running.program, token, { problem: `the replica is of a newer program ${payload}` });
  const { page, accessible } = await running.open({ viewport: { width: 360, height: 740 } });
  const needs = page.getByRole("region", { name: overviewTexts.serverNeeds });
  await needs.getByRole("link", { name: overviewTexts.edges.problem("told-1 (Oslo)") }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "told-1" });
  await dialog.getByText(`the replica is of a newer program ${payload}`).waitFor();
  await accessible();
});
