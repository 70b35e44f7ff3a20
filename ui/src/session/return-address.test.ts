import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnAddress } from "./return-address.ts";

test("an address of the console is a valid return address", () => {
  for (const address of ["/console/", "/console/projects/acme-shop/connect?tab=instances&edit=eu-1#top"])
    assert.ok(isOwnAddress(address), address);
});

test("a return address never leads to another site, or out of the console", () => {
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
