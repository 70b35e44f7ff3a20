/** docs/roles.md says of every route who may use it. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { adminServer } from "../admin-server.ts";

const file = join(import.meta.dirname, "..", "..", "..", "docs", "roles.md");
const marker = "<!-- routes -->\n";

interface Operation {
  readonly summary?: string;
  readonly "x-permission"?: string;
}

const words: Readonly<Record<string, string>> = { public: "everyone", signed_in: "signed in" };
const order = ["public", "signed_in", "viewer", "operator", "editor", "owner", "administrator"];

function table(paths: Readonly<Record<string, object>>): string {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>).flatMap(([method, operation]) => {
      const permission = operation["x-permission"];
      return permission === undefined
        ? []
        : [{ route: `${method.toUpperCase()} ${path}`, permission, summary: operation.summary }];
    }),
  );
  const sorted = routes.sort((a, b) => order.indexOf(a.permission) - order.indexOf(b.permission));
  const rows = sorted.map(
    ({ route, permission, summary }) => `| ${words[permission] ?? permission} | \`${route}\` | ${summary} |`,
  );
  return ["| who | request | what |", "|---|---|---|", ...rows].join("\n");
}

test("docs/roles.md has every route with its permission (UPDATE=1 rewrites it)", async () => {
  const { document } = await adminServer();
  const page = readFileSync(file, "utf8");
  const end = page.indexOf(marker) + marker.length;
  assert.ok(end >= marker.length);
  const wanted = `${page.slice(0, end)}\n${table(document.paths)}\n`;
  if (process.env.UPDATE === "1") writeFileSync(file, wanted);
  assert.equal(readFileSync(file, "utf8"), wanted);
});

test("docs/roles.md describes each role, in order of permissions", () => {
  const named = [...readFileSync(file, "utf8").matchAll(/^\| (viewer|operator|editor|owner|administrator) \| (?!`)/gm)];
  assert.deepEqual(
    named.map(([, role]) => role),
    order.slice(2),
  );
});
