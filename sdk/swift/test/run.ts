/**
 * Tests of the Swift client with a toolchain of Debian trixie (packages swiftlang, libc6-dev, libstdc++-14-dev).
 *
 *     TEST_SWIFT_ROOT=DIRECTORY node sdk/swift/test/run.ts
 *
 * The variable names the root of that system: `/`, or a directory made by debootstrap, which is entered with chroot. Nothing
 * compiled before is used. The language mode is Swift 6, and warnings are errors.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type FaultyServer, startFaultyServer } from "../../conformance/faulty-server.ts";
import { runInRoot } from "../../test/debian-root.ts";

/** ms for each command. */
const limit = 600_000;
const packageDirectory = resolve(import.meta.dirname, "..");
const kit = resolve(packageDirectory, "../conformance");
const build = join(packageDirectory, ".build");

/** An app that is nothing but the copied file and three lines. */
const app = `let gate = GateClient(GateOptions(baseUrl: CommandLine.arguments[1], key: "dbr_copied", version: "2.3.0"))
let state = await gate.refresh()
print("the copied file says \\(state.status) from \\(state.source)")
`;
const manifest = `// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "copied", targets: [.executableTarget(name: "copied", path: ".")])
`;

function writeApp(directory: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "Package.swift"), manifest);
  writeFileSync(join(directory, "main.swift"), app);
  copyFileSync(join(packageDirectory, "Sources/DrawbridgeGate/DrawbridgeGate.swift"), join(directory, "DrawbridgeGate.swift"));
}

/** Compiles a program, runs it, and prints what it says. */
async function check(directory: string, mode: "debug" | "release", program: readonly string[], { url }: FaultyServer) {
  const root = resolve(process.env.TEST_SWIFT_ROOT ?? "");
  const [name = "", ...rest] = program;
  const scratch = join(build, name);
  const flags = ["-warnings-as-errors", "-enable-testing"].flatMap((flag) => ["-Xswiftc", flag]);
  const compiled = await runInRoot(root, directory, ["swift", "build", "-c", mode, "--scratch-path", scratch, ...flags], limit);
  const command = [join(scratch, mode, name), ...rest];
  const { code, text } =
    compiled.code === 0 ? await runInRoot(root, directory, command, limit, { FAULTY_SERVER: url }) : compiled;
  console.log(`${code === 0 ? "passed" : "FAILED"}: ${name}, ${mode}\n${text.trimEnd().replace(/^/gm, "  ")}`);
  if (code !== 0) process.exitCode = 1;
}

if (!process.env.TEST_SWIFT_ROOT) throw new Error("TEST_SWIFT_ROOT must name the root of a Debian system with Swift.");
rmSync(build, { recursive: true, force: true });
const server = await startFaultyServer();
try {
  const copied = join(build, "app");
  writeApp(copied);
  await check(copied, "debug", ["copied", `${server.url}/api/v1`], server);
  const results = join(packageDirectory, "conformance-results.json");
  await check(packageDirectory, "release", ["conformance", kit, results], server);
} finally {
  await server.close();
}
