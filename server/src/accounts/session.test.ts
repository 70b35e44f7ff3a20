import assert from "node:assert/strict";
import { test } from "node:test";
import { readSessionId, setCookie, signInOffer } from "./session.ts";

const id = "A".repeat(43);

test("by http on this machine it has a plain name", () => {
  for (const url of ["http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081", "http://127.9.9.9"]) {
    const { cookie } = signInOffer(url);
    assert.ok(cookie, url);
    assert.equal(setCookie(cookie, id, 60), `drawbridge=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60`);
  }
});

test("over plain HTTP on a network, sign-in is refused with the reason", () => {
  for (const url of ["http://drawbridge.example", "http://10.0.0.1:8081", "http://localhost.example", "http://[2001:db8::1]"]) {
    const { cookie, reason } = signInOffer(url);
    assert.equal(cookie, null);
    assert.match(reason ?? "", /DRAWBRIDGE_PUBLIC_URL/);
    assert.ok(reason?.includes(url));
  }
});

test("a cookie is read only when it is exactly one id", () => {
  const rule = { name: "drawbridge", attributes: "" };
  const read = (header: string | null) => readSessionId(header, rule);
  for (const header of [null, "", ";", "other=1", `xdrawbridge=${id}`, `Drawbridge=${id}`, `drawbridgex=${id}`])
    assert.equal(read(header), null, String(header));
  for (const header of [`drawbridge=${id}`, `a=b; drawbridge=${id}`, `drawbridge=${id};a`, `  drawbridge=${id}  `])
    assert.equal(read(header), id, header);
  const bad = [
    "",
    " ",
    '""',
    `"${id}"`,
    `${id}A`,
    id.slice(1),
    "undefined",
    "null",
    `${id.slice(1)}=`,
    `${id.slice(1)}%41`,
    ` ${id}`,
  ];
  for (const value of bad) assert.equal(read(`drawbridge=${value}`), "", JSON.stringify(value));
  assert.equal(read("drawbridge"), "");
  assert.equal(read(`drawbridge=${id}; drawbridge=${id}`), "");
  assert.equal(read(`drawbridge=${id}; drawbridge=`), "");
  assert.equal(read(`drawbridge =${id}; drawbridge=${id}`), "");
});
