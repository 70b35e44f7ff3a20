import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnAddress } from "./return-address.ts";

test("a return address is one of the console, and never leads to another site", () => {
  for (const address of ["/console/", "/console/projects/acme-shop/connect?tab=instances&edit=eu-1#top"])
    assert.ok(isOwnAddress(address), address);
  const others = [
    "https://evil.example/console/",
    "//evil.example/console/",
    "/\\evil.example",
    "/console/..//evil.example",
    "/console/../admin",
    "javascript:alert(1)",
    "/consoles/",
    "",
    "/console/\t/../../x",
  ];
  for (const address of others) assert.ok(!isOwnAddress(address), address);
});
