import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { type Coding, codingFor, matchesEtag } from "../base/http/headers.ts";
import type { RawRequest } from "../base/http/raw-request.ts";

export type HeaderMap = Readonly<Record<string, string>>;

/** Browsers run only the program's files, no other site frames or reads the page, and it gets no device. */
export function pageHeaders(own: Readonly<Record<string, string>> = {}): HeaderMap {
  const policy = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    // A browser without an icon asks for /favicon.ico, and complains of the policy.
    "img-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
    ...own,
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map((directive) => directive.join(" "))
      .join("; "),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
}

interface SentFile {
  readonly type: string;
  readonly content: Buffer;
  /** Strong: of these bytes, in their coding (RFC 9110 §8.8.3.3). */
  readonly etag: string;
  readonly coding?: Coding;
}

export function sendFile(
  res: ServerResponse,
  { method, ifNoneMatch }: Pick<RawRequest, "method" | "ifNoneMatch">,
  { type, content, etag, coding = "identity" }: SentFile,
  headers: HeaderMap,
  status = 200,
): void {
  const shared = { ...headers, ETag: etag };
  if (status === 200 && ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) {
    res.writeHead(304, shared).end();
    return;
  }
  const coded = coding === "identity" ? {} : { "Content-Encoding": coding };
  res.writeHead(status, { ...shared, ...coded, "Content-Type": type, "Content-Length": content.length });
  res.end(method === "HEAD" ? undefined : content);
}

export function redirectTo(location: string, res: ServerResponse, headers: HeaderMap): void {
  res.writeHead(303, { ...headers, Location: location, "Content-Length": 0, "Cache-Control": "no-store" }).end();
}

export function etagOf(content: Buffer): string {
  return `"${hash("sha256", content, "base64url").slice(0, 27)}"`;
}

interface BuiltFile {
  readonly type: string;
  readonly contents: Readonly<Partial<Record<Coding, Buffer>>> & { readonly identity: Buffer };
  readonly hash: string;
}

const types: HeaderMap = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".png": "image/png",
};

/** Compressed in the shortest coding that the client accepts. */
export function sendBuiltFile(
  res: ServerResponse,
  request: Pick<RawRequest, "method" | "ifNoneMatch">,
  acceptEncoding: string | undefined,
  { type, contents, hash: ofBytes }: BuiltFile,
  headers: HeaderMap,
  status = 200,
): void {
  const coding = codingFor(acceptEncoding, contents);
  const file = { type, content: contents[coding] ?? contents.identity, etag: `"${ofBytes}-${coding}"`, coding };
  sendFile(res, request, file, { ...headers, Vary: "Accept-Encoding" }, status);
}

/** No path of a request reaches the disk. Read again after another build. */
export class BuiltFiles {
  readonly #directory: string;
  #built = Number.NaN;
  #files: ReadonlyMap<string, BuiltFile> = new Map();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @param name as it was sent: `assets/main-1f2e3d4c.js` */
  find(name: string): BuiltFile | null {
    this.#refresh();
    return this.#files.get(name) ?? null;
  }

  #refresh(): void {
    const built = statSync(join(this.#directory, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
    if (Object.is(built, this.#built)) return;
    try {
      this.#files = Number.isNaN(built) ? new Map() : readFiles(this.#directory);
      this.#built = built;
    } catch {
      // A build is being replaced: the old files are served once more.
    }
  }
}

function readFiles(directory: string): Map<string, BuiltFile> {
  const found = new Map<string, BuiltFile>();
  // Symbolic links are not served, wherever they point.
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(path.slice(directory.length + 1).replaceAll(sep, "/"), readOne(path, type));
  }
  return found;
}

function readOne(path: string, type: string): BuiltFile {
  const identity = readFileSync(path);
  const contents = { identity, ...coded("br", `${path}.br`), ...coded("gzip", `${path}.gz`) };
  return { type, contents, hash: hash("sha256", identity, "base64url").slice(0, 22) };
}

function coded(coding: Coding, path: string): Partial<Record<Coding, Buffer>> {
  return existsSync(path) ? { [coding]: readFileSync(path) } : {};
}
