/**
 * Tests of the Flutter package with a toolchain of Debian sid (packages dart-sdk, flutter, flutter-test, flutter-tester,
 * flutter-patched-sdk, flutter-localizations, flutter-engine-tools, dart-clock, dart-fake-async, dart-intl).
 *
 *     TEST_FLUTTER_ROOT=DIRECTORY node sdk/flutter/test/run.ts [FILE…]
 *
 * The variable names the root of that system: `/`, or a directory made by debootstrap, which is entered with chroot. Neither pub nor
 * the `flutter` tool is needed. Files with widget tests end in `_widget_test.dart`. The exit code is 1 if a test fails.
 */
import { globSync } from "node:fs";
import { startFaultyServer } from "../../conformance/faulty-server.ts";
import { analyze, dart, type Ended, findRoot, packageDirectory, widgetTest, writePackageConfig } from "./toolchain.ts";

const limit = 300_000;
const root = findRoot();
const [...wanted] = process.argv.slice(2);
const files = globSync("test/*_test.dart", { cwd: packageDirectory }).toSorted();
const chosen = wanted.length === 0 ? files : files.filter((file) => wanted.some((name) => file.endsWith(name)));
if (chosen.length === 0) throw new Error(`There is no such file; there are ${files.join(", ")}.`);

writePackageConfig(root);
const faulty = await startFaultyServer();
const env = { TEST_FAULTY_SERVER: faulty.url };
try {
  if (wanted.length === 0) report("dart analyze", await analyze(root, limit));
  for (const file of chosen) {
    const isWidget = file.endsWith("_widget_test.dart");
    report(file, await (isWidget ? widgetTest(root, file, limit, env) : dart(root, file, limit, env)));
  }
} finally {
  await faulty.close();
}

function report(name: string, { code, text }: Ended): void {
  console.log(`${code === 0 ? "passed" : "FAILED"}: ${name}`);
  console.log(text.trimEnd().replace(/^/gm, "  "));
  if (code !== 0) process.exitCode = 1;
}
