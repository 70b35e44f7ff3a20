import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { maintenanceLine } from "./app-snippet.ts";

const url = "http://127.0.0.1:8080";

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
