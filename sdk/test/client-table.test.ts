import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { printClientTable } from "./client-table.ts";

const file = new URL("../README.md", import.meta.url);
const marker = "<!-- results -->\n";

test("sdk/README.md has the results of every client (UPDATE=1 rewrites it)", () => {
  const text = readFileSync(file, "utf8");
  const end = text.indexOf(marker) + marker.length;
  assert.ok(end >= marker.length);
  const wanted = `${text.slice(0, end)}\n${printClientTable()}`;
  if (process.env.UPDATE === "1") writeFileSync(file, wanted);
  assert.equal(readFileSync(file, "utf8"), wanted);
});

test("no client fails a scenario", () => {
  assert.doesNotMatch(printClientTable(), /, failed: /);
});
