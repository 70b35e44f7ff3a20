import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { lines } from "../../server/test/text-payloads.ts";
import { consoleForTests, navigate, watchForIdle } from "./console-page.ts";
import { createEveryNoun, type EveryNoun } from "./every-noun.ts";
import { screenStates } from "./screen-list.ts";

const run = "globalThis.hasRun=1";
/** Each has an effect that a test can observe. */
const payloads: readonly string[] = [
  `<img src=x onerror=${run}>`,
  `"><script>${run}</script>`,
  `'"><svg/onload=${run}>`,
  `javascript:${run}`,
  `</title><iframe srcdoc="<script>parent.hasRun=1</script>">`,
  `<a href="javascript:${run}">x</a>`,
  "<style>*{display:none}</style>",
  `<link rel=stylesheet href=//example.com/x.css>{{constructor.constructor('${run}')()}}`,
  ...lines.filter((line) => line.length <= 100 && !line.includes("alert")),
];

const running = consoleForTests();
let nouns: EveryNoun;
before(async () => {
  let next = 0;
  nouns = await createEveryNoun(running.program, {
    project: "payloads",
    instance: `"><img src=x onerror=${run}>`,
    line: () => payloads[next++ % payloads.length] ?? "",
    login: `"><img/src=x/onerror=${run}>`,
    build: "script-alert-1-script",
  });
});

test("every screen shows text as text, and takes it as text", async () => {
  const { page, assertClean } = await running.open();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const settled = watchForIdle(page);
  for (const { address } of screenStates(nouns)) {
    await navigate(page, address);
    await settled();
    await harmless(page, `${address}, as it is shown`);
    if (await typeEverywhere(page)) {
      await settled();
      await harmless(page, `${address}, with what was typed`);
    }
    assertClean();
  }
  assert.deepEqual(dialogs, []);
});

async function harmless(page: Page, where: string): Promise<void> {
  assert.deepEqual(await page.evaluate(harm), [], where);
}

/** Runs in the page. */
function harm(): string[] {
  const wrong: string[] = [];
  if ("hasRun" in globalThis) wrong.push("a text has run");
  const made = "[onerror], [onload], [onmouseover], iframe, object, embed, base, meta[http-equiv], script:not([src]), img[src=x]";
  wrong.push(...[...document.querySelectorAll(made)].map((each) => each.outerHTML.slice(0, 200)));
  for (const each of document.querySelectorAll("[href], [src], [action], [formaction]")) {
    for (const name of ["href", "src", "action", "formaction"]) {
      const address = each.getAttribute(name);
      const isOurs = address === null || new URL(address, location.href).protocol.match(/^(?:https?|data|blob|market):$/);
      if (!isOurs) wrong.push(`${name}=${address}`);
      if (address?.startsWith("data:text")) wrong.push(`${name}=${address}`);
    }
  }
  if (getComputedStyle(document.body).display === "none") wrong.push("a text has become a style");
  return wrong;
}

/** Gives whether there was a field. */
async function typeEverywhere(page: Page): Promise<boolean> {
  const dialog = page.getByRole("dialog");
  const place = (await dialog.count()) > 0 ? dialog.last() : page.locator("main");
  const fields = place.locator("input:is(:not([type]), [type=text], [type=search], [type=url], [type=email]), textarea");
  const count = await fields.count();
  for (let index = 0; index < count; index++) {
    const field = fields.nth(index);
    // A choice may take a field away, or make a list of it.
    if (!(await field.isVisible()) || !(await field.isEditable())) continue;
    await field.fill(payloads[index % 4] ?? "");
  }
  return count > 0;
}
