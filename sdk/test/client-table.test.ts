import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { printClientTables } from "./client-table.ts";

const file = new URL("../README.md", import.meta.url);
const heading = "## Results\n";

test("sdk/README.md has the results of every client (UPDATE=1 rewrites it)", () => {
  const text = readFileSync(file, "utf8");
  const [before = "", after = ""] = text.split(heading);
  const explanation = after.slice(0, after.indexOf("\n`"));
  const wanted = `${before}${heading}${explanation}\n${printClientTables()}`;
  if (process.env.UPDATE === "1") writeFileSync(file, wanted);
  assert.equal(readFileSync(file, "utf8"), wanted);
});

test("no client fails a scenario", () => {
  assert.doesNotMatch(printClientTables(), /✖/);
});
