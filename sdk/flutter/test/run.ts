/**
 * Tests of the Flutter package with a toolchain of Debian sid (packages dart-sdk, flutter, flutter-test, flutter-tester,
 * flutter-patched-sdk, flutter-localizations, flutter-engine-tools, dart-clock, dart-fake-async, dart-intl).
 *
 *     TEST_FLUTTER_ROOT=DIRECTORY node sdk/flutter/test/run.ts [FILE…]
 *
 * The variable names the root of that system: `/`, or a directory made by debootstrap, which is entered with chroot. Neither pub nor
 * the `flutter` tool is needed. Files with widget tests end in `_widget_test.dart`. The exit code is 1 if a test fails.
 */
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFaultyServer } from "../../conformance/faulty-server.ts";
import { startRealServer } from "./real-server.ts";
import { recordYear } from "./record-year.ts";
import {
  analyze,
  compileForWeb,
  dart,
  type Ended,
  findRoot,
  packageDirectory,
  widgetTest,
  writePackageConfig,
} from "./toolchain.ts";

/** ms for each file. */
const limit = 400_000;
const root = findRoot();
const wanted = process.argv.slice(2);
const files = globSync("test/*_test.dart", { cwd: packageDirectory }).toSorted();
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.endsWith(name)));
if (chosen.length === 0) throw new Error(`There is no such file; there are ${files.join(", ")}.`);

writePackageConfig(root);
if (wanted.length === 0) {
  report("dart analyze", await analyze(root, limit));
  report("dart compile js: the core runs in browsers", await compileForWeb(root, limit));
}
for (const file of chosen) report(file, await runFile(file));

async function runFile(file: string): Promise<Ended> {
  switch (file) {
    case "test/conformance_test.dart": {
      const server = await startFaultyServer();
      return dart(root, file, limit, { TEST_FAULTY_SERVER: server.url }).finally(() => server.close());
    }
    case "test/real_server_test.dart": {
      const directory = mkdtempSync(join(tmpdir(), "drawbridge-flutter-"));
      const server = await startRealServer(directory);
      return dart(root, file, limit, server.env).finally(async () => {
        await server.stop();
        rmSync(directory, { recursive: true });
      });
    }
    case "test/year_test.dart": {
      const year = join(packageDirectory, ".dart_tool/year.json");
      recordYear(year);
      return dart(root, file, limit, { TEST_YEAR: year });
    }
    default:
      return file.endsWith("_widget_test.dart") ? widgetTest(root, file, limit) : dart(root, file, limit);
  }
}

function report(name: string, { code, text }: Ended): void {
  console.log(`${code === 0 ? "passed" : "FAILED"}: ${name}`);
  console.log(text.trimEnd().replace(/^/gm, "  "));
  if (code !== 0) process.exitCode = 1;
}
