/** Commands of a Debian system with Dart and Flutter. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Ended, runInRoot } from "../../test/debian-root.ts";

export const packageDirectory = fileURLToPath(new URL("..", import.meta.url));
const repository = resolve(packageDirectory, "../..");
const packages = "/usr/share/dart/packages";
const engine = "/usr/lib/flutter-engine/linux-x64";
const sampleCopy = ".dart_tool/sample";
export const packageConfig = join(packageDirectory, ".dart_tool/package_config.json");

/** Throws if the variable is missing. */
export function findRoot(): string {
  const root = process.env.TEST_FLUTTER_ROOT;
  if (!root)
    throw new Error("TEST_FLUTTER_ROOT must name the root of a Debian system with Dart and Flutter; see the top of run.ts.");
  return resolve(root);
}

/** Runs a program to its end in the directory of the package, at most for the given time in ms. */
export function run(
  root: string,
  command: readonly string[],
  limit: number,
  env?: Readonly<Record<string, string>>,
): Promise<Ended> {
  return runInRoot(root, packageDirectory, command, limit, env);
}

/**
 * `pub get` without pub: every package of the root, this one, and the stand-ins for plugins.
 * @param ownPath directory with this package, relative to its own
 */
export function writePackageConfig(root: string, ownPath = ""): void {
  const found = readdirSync(join(root, packages)).map((name) => ({
    name,
    rootUri: `file://${packages}/${name}`,
    packageUri: "lib/",
    languageVersion: languageVersion(join(root, packages, name, "pubspec.yaml")),
  }));
  const own = languageVersion(join(packageDirectory, "pubspec.yaml"));
  const plugins = readdirSync(join(packageDirectory, "test/plugins")).map((name) => [name, `test/plugins/${name}`] as const);
  const local = [["drawbridge_gate", ownPath] as const, ["acme_shop", sampleCopy] as const, ...plugins].map(([name, path]) => ({
    name,
    rootUri: pathToFileURL(join(packageDirectory, path)).href,
    packageUri: "lib/",
    languageVersion: own,
  }));
  mkdirSync(join(packageDirectory, ".dart_tool"), { recursive: true });
  writeFileSync(packageConfig, JSON.stringify({ configVersion: 2, packages: [...found, ...local] }));
}

/** Copies the sample, with the address and the key that its users put in. */
export function copySample(baseUrl: string, key: string): void {
  const copy = join(packageDirectory, sampleCopy);
  cpSync(join(repository, "sdk/samples/flutter"), copy, { recursive: true });
  const main = join(copy, "lib/main.dart");
  const text = readFileSync(main, "utf8");
  const settings = ["'http://10.0.2.2:8080/api/v1'", "'dbr_…'"] as const;
  for (const setting of settings) if (!text.includes(setting)) throw new Error(`${main} lacks ${setting}.`);
  writeFileSync(main, text.replace(settings[0], `'${baseUrl}'`).replace(settings[1], `'${key}'`));
}

function languageVersion(pubspec: string): string {
  const [, version] = /^ {2}sdk: \W*(\d+\.\d+)/m.exec(readFileSync(pubspec, "utf8")) ?? [];
  if (version === undefined) throw new Error(`${pubspec} names no version of Dart.`);
  return version;
}

/** Runs a program of pure Dart, with assertions. */
export function dart(root: string, file: string, limit: number, env?: Readonly<Record<string, string>>): Promise<Ended> {
  return run(root, ["/usr/lib/dart/bin/dart", "--enable-asserts", `--packages=${packageConfig}`, file], limit, env);
}

/** Compiles `web_core.dart` to the file `output`. */
export async function compileForWeb(root: string, limit: number): Promise<Ended & { readonly output: string }> {
  const output = join(packageDirectory, ".dart_tool/web_core.js");
  const compiler = ["/usr/lib/dart/bin/dart", "compile", "js", `--packages=${packageConfig}`, "-o", output, "test/web_core.dart"];
  return { ...(await run(root, compiler, limit)), output };
}

export function analyze(root: string, limit: number): Promise<Ended> {
  return run(root, ["/usr/lib/dart/bin/dart", "analyze", "--fatal-infos", "."], limit);
}

/**
 * Compiles and runs a widget test, which ends the process in `tearDownAll`: the tester itself does not end. Its exit code is 0 after a
 * failure too, so its last line decides: it counts tests that passed, and those that failed, if any, after a minus.
 */
export async function widgetTest(
  root: string,
  file: string,
  limit: number,
  env?: Readonly<Record<string, string>>,
): Promise<Ended> {
  const kernel = join(packageDirectory, ".dart_tool", `${file.replaceAll("/", "-")}.dill`);
  const compiled = await run(
    root,
    [
      "/usr/lib/dart/bin/dartaotruntime",
      `${engine}/frontend_server_aot.dart.snapshot`,
      ...["--sdk-root", `${engine}/flutter_patched_sdk/`, "--target=flutter", "--no-print-incremental-dependencies"],
      ...["-Ddart.vm.profile=false", "--enable-asserts", "--packages", packageConfig, "--output-dill", kernel, file],
    ],
    limit,
  );
  if (compiled.code !== 0 || /^\S+: Error:/m.test(compiled.text)) return { code: 1, text: compiled.text };
  const tester = [`${engine}/flutter_tester`, "--disable-vm-service", "--non-interactive", "--run-forever", "--use-test-fonts"];
  // The variable makes the tests run as on Android, as `flutter test` does.
  const ended = await run(root, [...tester, `--packages=${packageConfig}`, kernel], limit, { ...env, FLUTTER_TEST: "true" });
  const last = ended.text.trimEnd().split("\n").at(-1) ?? "";
  return { code: /^\d+:\d+ \+[1-9]\d*: \(tearDownAll\)$/.test(last) ? 0 : 1, text: ended.text };
}
