/** A sample in a directory of its own, with the package as npm would install it, so that its exports and types are tested too. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** @param directory not there yet; other packages of the sample are links to those of the workspace */
export function copySample(name: string, directory: string): void {
  const sample = join(root, "sdk", "samples", name);
  cpSync(sample, directory, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(sample, "package.json"), "utf8")) as {
    readonly dependencies: object;
    readonly devDependencies: object;
  };
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const to = join(directory, "node_modules", dependency);
    mkdirSync(join(to, ".."), { recursive: true });
    if (dependency === "drawbridge-gate") installPackage(to);
    else symlinkSync(join(root, "node_modules", dependency), to);
  }
}

/** Unpacks the npm package of the release. */
export function installPackage(to: string): void {
  mkdirSync(to, { recursive: true });
  const built = mkdtempSync(join(tmpdir(), "drawbridge-package-"));
  const build = [join(root, "release", "release.ts"), "--only", "drawbridge-gate", "--to", built];
  execFileSync(process.execPath, build, { stdio: ["ignore", "ignore", "inherit"] });
  const name = readdirSync(built).find((file) => file.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", join(built, name), "-C", to, "--strip-components=1"]);
  rmSync(built, { recursive: true });
}

/** Runs a program of the workspace's packages in a process of its own, which Vite changes. */
export function runTool(cwd: string, tool: string, ...argv: readonly string[]): void {
  execFileSync(process.execPath, [join(root, "node_modules", tool), ...argv], { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

export interface SampleSite {
  readonly url: string;
  close(): void;
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Serves files by path; any other path is a 404. */
export async function serveFiles(read: (path: string) => string): Promise<SampleSite> {
  const server: Server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : ((request.url ?? "").split("?")[0] ?? "");
    try {
      const text = read(path);
      response.setHeader("content-type", types[extname(path)] ?? "text/plain");
      response.end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
