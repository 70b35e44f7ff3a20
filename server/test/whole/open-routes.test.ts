/** Routes that anonymous clients can use: exactly this list. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { findRouteFamily, type RouteFamily } from "../../src/reads/listener/listener-routes.ts";
import { adminServer } from "../admin-server.ts";
import { credentialNamed, ours } from "../permission-names.ts";
import { permissionProgram } from "../permission-world.ts";
import { RawSocket } from "../raw-socket.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

/** Statuses without a body; `*` is every method. A new family does not compile until its open routes are listed. */
const open: Readonly<Record<RouteFamily, Readonly<Record<string, Readonly<Record<string, number>>>>>> = {
  // Requires a read key; preflights are answered without one.
  read: { "/api/v1/config": { OPTIONS: 204 }, "/api/v1/gate": { OPTIONS: 204 }, "/api/v1/maintenance": { OPTIONS: 204 } },
  admin: {
    "/openapi.json": { GET: 200, HEAD: 200 },
    "/openapi/read.json": { GET: 200, HEAD: 200 },
    "/manifest.schema.json": { GET: 200, HEAD: 200 },
    "/admin/v1/sign-in": { GET: 200, HEAD: 200 },
    // Without a challenge, the answer says what a challenge is.
    "/admin/v1/server-proof": { GET: 422, HEAD: 422 },
    "/admin/v1/session": { POST: 422 },
    "/admin/v1/account-links/inspect": { POST: 422 },
    "/admin/v1/account-links/redeem": { POST: 422 },
    // There is no identity provider here: the way back leads to the page, which says so.
    "/sign-in/callback": { GET: 303, HEAD: 303 },
  },
  // Below it, every address that does not look like a file is the same page, which shows only the sign-in without a session.
  console: {
    "/": { GET: 303, HEAD: 303 },
    "/console": { GET: 303, HEAD: 303 },
    "/console/": { GET: 200, HEAD: 200 },
    "/console/assets/main-1.js": { GET: 200, HEAD: 200 },
    "/console/icon.svg": { GET: 200, HEAD: 200 },
    "/console/projects/acme-shop/instances": { GET: 200, HEAD: 200 },
  },
  "sign-in": {
    "/sign-in": { GET: 200, HEAD: 200 },
    "/sign-in/ask.js": { GET: 200, HEAD: 200 },
    "/sign-in/form.js": { GET: 200, HEAD: 200 },
    "/sign-in/icon.svg": { GET: 200, HEAD: 200 },
    "/sign-in/sign-in.css": { GET: 200, HEAD: 200 },
    "/sign-in/sign-in.js": { GET: 200, HEAD: 200 },
    "/sign-in/texts.js": { GET: 200, HEAD: 200 },
  },
  // The document's own reference: the same bytes for all clients.
  docs: {
    "/docs": { GET: 303, HEAD: 303 },
    "/docs/": { GET: 200, HEAD: 200 },
    "/docs/icon.svg": { GET: 200, HEAD: 200 },
    "/docs/site.css": { GET: 200, HEAD: 200 },
    "/llms.txt": { GET: 200, HEAD: 200 },
  },
  // The token is in the address.
  feeds: {},
  // Requires an edge token first of all.
  edge: {},
  health: { "/healthz": { "*": 200 }, "/readyz": { "*": 200 } },
};

/** Routes of the document that ask for nothing, without what they answer. */
const openOperations = [
  "GET /admin/v1/server-proof",
  "GET /admin/v1/sign-in",
  "GET /feeds/{token}/calendar.ics",
  "GET /manifest.schema.json",
  "GET /openapi.json",
  "GET /openapi/read.json",
  "GET /sign-in/callback",
  "HEAD /feeds/{token}/calendar.ics",
  "OPTIONS /api/v1/config",
  "OPTIONS /api/v1/gate",
  "OPTIONS /api/v1/maintenance",
  "POST /admin/v1/account-links/inspect",
  "POST /admin/v1/account-links/redeem",
  "POST /admin/v1/session",
  "POST /admin/v1/sign-in/provider",
];

/** Addresses that other programs commonly have, and some that ours may have one day. */
const guessed = [
  ...["", "admin", "admin/", "admin/v1", "admin/v1/", "api", "api/v1", "api/v2/config", "feeds", "docs", "docs/", "console"],
  ...["console/", "console/index.html", "console/assets/", "console/assets/main-1.js.map", "console/beside.js"],
  ...["metrics", "status", "health", "livez", "version", "info", "debug", "debug/pprof", "actuator", "setup"],
  ...["install", "login", "logout", "register", "sign-in/", "sign-in/index.html", "sign-in/page", "graphql", "ws", "events"],
  ...["favicon.ico", "robots.txt", "sitemap.xml", "index.html", ".env", ".git/config", "package.json", "data/drawbridge.db"],
  ...["data/admin-token", "admin-token", "server.ts", "src/server.ts", "openapi.yaml", "openapi", "swagger", "swagger.json"],
  ...[".well-known/security.txt", ".well-known/openid-configuration", "admin/v1/debug", "admin/v1/health", "admin/openapi.json"],
  ...["api/v1/health", "api/v1/flags", "readyz/", "healthz/", "__proto__", "constructor", "admin/v1/__proto__"],
].map((path) => `/${path}`);

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
const closed = [400, 401, 404, 405];

const directories = temporaryDirectories();
const { program, port } = await permissionProgram(directories(), { consoleFiles: writeConsole() });

after(() => program.stop());

/** A build's output, and beside it files that must not be served. */
function writeConsole(): string {
  const root = directories();
  const files = join(root, "dist");
  for (const folder of ["assets", "docs"]) mkdirSync(join(files, folder), { recursive: true });
  writeFileSync(join(root, "beside.js"), "");
  const docs = ["index.html", "404.html", "icon.svg", "site.css", "llms.txt"].map((name) => `docs/${name}`);
  for (const name of ["index.html", "icon.svg", "assets/main-1.js", ...docs]) writeFileSync(join(files, name), "");
  return files;
}

async function statusOf(method: string, path: string): Promise<number> {
  const request = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const raw = await RawSocket.open(port);
  raw.write(request);
  const { status } = await raw.response({ head: method === "HEAD" });
  raw.socket.destroy();
  return status;
}

const { document } = await adminServer();

/** With ids that exist, which a project's own people are answered something at. */
function documentedPaths(): string[] {
  const ids: Readonly<Record<string, string>> = { ...ours, token: credentialNamed("dbf_", "unknown") };
  return Object.keys(document.paths).map((path) => path.replaceAll(/\{(.+?)\}/g, (_, name: string) => ids[name] ?? "x"));
}

/** Any file among the sources that is not TypeScript may be served as it is. */
function filesOfPages(): string[] {
  const sources = new URL("../../src/reads/listener/", import.meta.url);
  const files = readdirSync(sources, { recursive: true }).map((name) => String(name).replaceAll("\\", "/"));
  const pages = files.filter((name) => !name.endsWith(".ts"));
  return pages.flatMap((name) => [`/${name}`, `/${name.replace("/page/", "/")}`]);
}

test("without credentials the program answers exactly these routes", async () => {
  const paths = new Set([...documentedPaths(), ...filesOfPages(), ...guessed, ...listed().keys()]);
  const found = new Map<string, Record<string, number>>();
  for (const path of paths) {
    const answers: [string, number][] = [];
    for (const method of methods) answers.push([method, await statusOf(method, path)]);
    const opened = answers.filter(([, status]) => !closed.includes(status));
    if (opened.length > 0) found.set(path, summary(opened));
  }
  assert.deepEqual(Object.fromEntries([...found].sort()), Object.fromEntries([...listed()].sort()));
});

test("each of them is in the family that the list says", () => {
  for (const [family, paths] of Object.entries(open)) {
    for (const path of Object.keys(paths)) assert.equal(findRouteFamily(path), family, path);
  }
});

test("the document describes no other operation without credentials", () => {
  // An operation that says nothing of its own has the security of the document.
  const { security: usual = [] } = document as { readonly security?: readonly unknown[] };
  const found = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Readonly<Record<string, { readonly security?: readonly unknown[] }>>)
      .filter(([, { security = usual }]) => security.length === 0)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(found.sort(), openOperations);
});

function listed(): Map<string, Readonly<Record<string, number>>> {
  return new Map(Object.values(open).flatMap((paths) => Object.entries(paths)));
}

/** `*`: the same to every method. */
function summary(opened: readonly (readonly [string, number])[]): Record<string, number> {
  const [first] = opened;
  const isSame = first && opened.length === methods.length && opened.every(([, status]) => status === first[1]);
  return isSame ? { "*": first[1] } : Object.fromEntries(opened);
}
