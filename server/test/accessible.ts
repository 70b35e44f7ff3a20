import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeText = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Fails where axe finds anything. As the page's own script it would be forbidden; evaluated from outside it is not. */
export async function assertAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeText);
  const found = await page.evaluate<AxeResult>("axe.run(document, { resultTypes: ['violations'] })");
  const told = found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
  assert.deepEqual(told, [], told.join("\n\n"));
}
