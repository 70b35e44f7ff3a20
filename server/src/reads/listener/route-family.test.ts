import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { costOf } from "../../../test/work-cost.ts";
import { findRouteFamily } from "./listener-routes.ts";

const families = {
  read: ["/api/v1/config", "/api/v9/anything"],
  admin: ["/admin/v1/projects/acme-shop/instances/eu%201", "/openapi.json", "/sign-in/callback"],
  "sign-in": ["/sign-in", "/sign-in/sign-in.js", "/sign-in/callback/x"],
  docs: ["/docs", "/docs/", "/docs/reference/log", "/llms.txt"],
  feeds: ["/feeds/dbf_x/calendar.ics"],
  console: ["/", "/console", "/console/", "/console/projects/acme-shop/instances"],
  health: ["/healthz", "/readyz"],
};

test("the first segment picks the family", () => {
  for (const [family, paths] of Object.entries(families))
    for (const path of paths) assert.equal(findRouteFamily(path), family, path);
});

test("other paths belong to none, also those that only look like one", () => {
  const others = ["", ..."* api /apiv1 /admins /Admin/v1 /%61dmin/v1 /openapi.json/x /healthz/x /Console/ /consoles".split(" ")];
  others.push("/console//", "/console/projects/");
  for (const path of others) assert.equal(findRouteFamily(path), null, path);
});

/** Each of these was read in two ways by two programs somewhere. */
const disagreements = [
  "/admin/v1/../../api/v1/config",
  "/api/v1/config/..",
  "/api/v1/%2e%2e/admin",
  "/api/v1/%2E./admin",
  "//admin/v1/projects",
  "/admin/v1/projects/",
  "/admin/v1%2Fprojects",
  "/admin/v1%5cprojects",
  "/admin\\v1",
  "/admin/v1;x=1/projects",
  "/admin/v1/\u0000",
  "/admin/v1/%0a",
  "/admin/v1/a b",
  "/admin/v1/a#b",
  "/admin/v1/a?b",
  "/admin/v1/ä",
  "/admin/v1/%",
  "/admin/v1/%zz",
  "/admin/v1/%c0%af",
];

test("a path that two programs could read differently belongs to none", () => {
  for (const path of disagreements) assert.equal(findRouteFamily(path), null, JSON.stringify(path));
});

test("an escaped percent sign is one: what it seems to escape is only text", () => {
  assert.equal(findRouteFamily("/admin/v1/projects/p/instances/100%25"), "admin");
  assert.equal(findRouteFamily("/admin/v1/projects/p/instances/a%252fb"), "admin");
});

test("a path that has a family is left as it is by the URL parser, and decodes", () => {
  const pieces = ["\t", ..."/ admin api v1 . .. %2e %25 %20 \\ ; // a %C3%A4 ? # %".split(" ")];
  const piece = fc.constantFrom(...pieces);
  forAll([fc.array(piece, { maxLength: 12 })], 2000, (pieces) => {
    const path = `/${pieces.join("")}`;
    if (findRouteFamily(path) === null) return;
    assert.equal(new URL(`http://host${path}`).pathname, path);
    assert.doesNotThrow(() => decodeURIComponent(path));
  });
});

test("a long path is judged in linear time", () => {
  const cost = (length: number) =>
    costOf(() => [findRouteFamily(`/admin${"/a%25".repeat(length)}\n`), findRouteFamily(`/admin/${"a".repeat(5 * length)};`)]);
  const [half, whole] = [cost(1_500), cost(3_000)];
  assert.ok(whole < 4 * half + 1, `${whole} million steps, and ${half} for half of it`);
});
