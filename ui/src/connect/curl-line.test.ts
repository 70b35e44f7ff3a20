import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { configLine, maintenanceLine } from "./app-snippet.ts";

const url = "http://127.0.0.1:8080";

test("the two questions are asked as apps ask them", () => {
  assert.equal(
    configLine(url, "dbr_1", { platform: "ios", version: "1.0.0" }),
    `curl -H 'x-api-key: dbr_1' '${url}/api/v1/config?platform=ios&current_version=1.0.0'`,
  );
  assert.equal(maintenanceLine(url, "dbr_1", "eu/1"), `curl -H 'x-api-key: dbr_1' '${url}/api/v1/maintenance?instanceId=eu%2F1'`);
});

test("whatever an instance is called, a shell runs curl alone, and asks for that instance", () => {
  const ids = fc.string({ unit: fc.constantFrom("'", '"', "$", "`", ";", "\\", " ", "(", ")", "a", "é", "&", "\n") });
  fc.assert(
    fc.property(ids, ids, (instance, key) => {
      const script = `curl() { printf '%s\\0' "$@"; }; ${maintenanceLine(url, key, instance)}`;
      const [flag, header, address = ""] = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0");
      assert.deepEqual([flag, header], ["-H", `x-api-key: ${key}`]);
      assert.equal(new URL(address).searchParams.get("instanceId"), instance);
    }),
    { numRuns: 40 },
  );
});
