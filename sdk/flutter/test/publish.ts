/** The archive for pub: its files beside the package, and what pub says of it. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pubPackage } from "../../../release/release.ts";
import type { Ended } from "../../test/debian-root.ts";
import { packageDirectory, run } from "./toolchain.ts";

/** Directory with the files of the archive, relative to that of the package. */
export const unpackedArchive = ".dart_tool/package";
const archive = ".dart_tool/package.tar.gz";

export async function unpackArchive(): Promise<void> {
  const target = join(packageDirectory, unpackedArchive);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(join(packageDirectory, archive), await pubPackage(0));
  const { status } = spawnSync("tar", ["-xzf", join(packageDirectory, archive), "-C", target], { stdio: "inherit" });
  if (status !== 0) throw new Error("The archive for pub cannot be unpacked.");
}

/**
 * `dart pub publish --dry-run` in a directory outside of the clone, whose `.gitignore` would hide the files. pub finds Flutter's
 * packages below FLUTTER_ROOT, and takes the others of Debian by overrides: five hints say so. The answer of pub stands for a name
 * that is free.
 */
export async function checkPublishing(root: string, limit: number): Promise<Ended> {
  const server = createServer((_req, res) => res.writeHead(404).end("{}"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script = `
    set -e
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
    packages=/usr/share/dart/packages
    export HOME="$directory" FLUTTER_ROOT="$directory/flutter" PUB_HOSTED_URL=${url}
    mkdir -p "$FLUTTER_ROOT/packages" "$FLUTTER_ROOT/bin/cache/pkg" "$directory/package"
    tar -xzf ${archive} -C "$directory/package"
    ln -s "$packages/flutter" "$packages/flutter_test" "$FLUTTER_ROOT/packages"
    ln -s "$packages/sky_engine" "$FLUTTER_ROOT/bin/cache/pkg"
    echo '{"frameworkVersion":"3.47.5","flutterVersion":"3.47.5"}' > "$FLUTTER_ROOT/bin/cache/flutter.version.json"
    cd "$directory/package"
    echo dependency_overrides: > pubspec_overrides.yaml
    ls "$packages" | grep -v flutter | grep -v sky_engine | sed 's|.*|  &: {path: /usr/share/dart/packages/&}|' >> pubspec_overrides.yaml
    /usr/lib/dart/bin/dart pub publish --dry-run 2>&1`;
  try {
    const { text } = await run(root, ["/bin/sh", "-c", script], limit);
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    return /^Package has 0 warnings\b/.test(last) ? { code: 0, text: last } : { code: 1, text };
  } finally {
    server.close();
  }
}
