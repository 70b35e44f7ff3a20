/**
 * Tests of the Flutter package with a toolchain of Debian sid (packages dart-sdk, flutter, flutter-test, flutter-tester,
 * flutter-patched-sdk, flutter-localizations, flutter-engine-tools, dart-clock, dart-fake-async, dart-intl).
 *
 *     TEST_FLUTTER_ROOT=DIRECTORY node sdk/flutter/test/run.ts [FILE…|publish]
 *
 * The variable names the root of that system: `/`, or a directory made by debootstrap, which is entered with chroot. Neither pub nor
 * the `flutter` tool is needed. Files with widget tests end in `_widget_test.dart`. UPDATE=1 writes the pictures to `screenshots/`.
 * The exit code is 1 if a test fails.
 */
import { copyFileSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFaultyServer } from "../../conformance/faulty-server.ts";
import type { Ended } from "../../test/debian-root.ts";
import { checkPublishing, unpackArchive, unpackedArchive } from "./publish.ts";
import { type RealServerEnv, startRealServer } from "./real-server.ts";
import { recordYear } from "./record-year.ts";
import { analyze, copySample, dart, findRoot, packageDirectory, widgetTest, writePackageConfig } from "./toolchain.ts";
import { runInChromium } from "./web-core.ts";

/** ms for each file. */
const limit = 400_000;
const root = findRoot();
const wanted = process.argv.slice(2);
const files = globSync("test/*_test.dart", { cwd: packageDirectory }).toSorted();
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.endsWith(name)));
if (chosen.length === 0 && !wanted.includes("web_core.dart") && !wanted.includes("publish"))
  throw new Error(`There is no such file; there are ${files.join(", ")}.`);

writePackageConfig(root);
copySample("http://127.0.0.1:8080/api/v1", "dbr_sample");
if (wanted.length === 0) {
  report("dart analyze", await analyze(root, limit));
}
if (wanted.length === 0 || wanted.includes("publish")) {
  await unpackArchive();
  report("dart pub publish --dry-run", await checkPublishing(root, limit));
}
if (wanted.length === 0 || wanted.includes("web_core.dart"))
  report("test/web_core.dart", await withRealServer((env) => runInChromium(root, limit, env)));
for (const file of chosen) report(file, await runFile(file));

async function runFile(file: string): Promise<Ended> {
  switch (file) {
    case "test/conformance_test.dart": {
      const server = await startFaultyServer();
      return dart(root, file, limit, { TEST_FAULTY_SERVER: server.url }).finally(() => server.close());
    }
    case "test/real_server_test.dart":
      return withRealServer((env) => dart(root, file, limit, env));
    case "test/sample_widget_test.dart":
      return withRealServer(async (env) => {
        copySample(env.TEST_SERVER, env.TEST_KEY);
        await unpackArchive();
        writePackageConfig(root, unpackedArchive);
        return widgetTest(root, file, limit).finally(() => writePackageConfig(root));
      });
    case "test/year_test.dart": {
      const year = join(packageDirectory, ".dart_tool/year.json");
      recordYear(year);
      return dart(root, file, limit, { TEST_YEAR: year });
    }
    case "test/pictures_widget_test.dart":
      return widgetTest(root, file, limit, pictureEnv());
    default:
      return file.endsWith("_widget_test.dart") ? widgetTest(root, file, limit) : dart(root, file, limit);
  }
}

async function withRealServer(use: (env: RealServerEnv) => Promise<Ended>): Promise<Ended> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-flutter-"));
  const server = await startRealServer(directory);
  try {
    return await use(server.env);
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
}

/** The font of the pictures: with the tester's own, every letter is a square. UPDATE=1 writes them. */
function pictureEnv(): Readonly<Record<string, string>> {
  const found = ["", root].map((system) => join(system, "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")).find(existsSync);
  if (found === undefined) return {};
  const font = join(packageDirectory, ".dart_tool/picture-font.ttf");
  copyFileSync(found, font);
  return { TEST_FONT: font, TEST_PICTURES: process.env.UPDATE === "1" ? join(packageDirectory, "screenshots") : "" };
}

function report(name: string, { code, text }: Ended): void {
  console.log(`${code === 0 ? "passed" : "FAILED"}: ${name}`);
  console.log(text.trimEnd().replace(/^/gm, "  "));
  if (code !== 0) process.exitCode = 1;
}
