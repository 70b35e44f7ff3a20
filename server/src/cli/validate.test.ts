import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { manifest, startCommandFixture } from "../../test/command-fixture.ts";
import { runCommand } from "../../test/recorded-io.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";

const newPath = temporaryDirectories();

const wrong = `apiVersion: drawbridge/v1
project: acme
platforms:
  ios: { minimum: 2.10, maximum: 3, blocked: ["2.5.0", 7] }
  androd: {}
instances:
  "eu.1": { nam: Europe }
windows:
  w1:
    start: tomorrow
    instances: [eu]
    start: 2026-12-06T02:00
`;

test("a manifest without problems is valid, and one with problems names each with line and column", async () => {
  assert.deepEqual(await runCommand(["validate", "-"], { input: manifest }), {
    code: 0,
    out: "standard input: valid\n",
    err: "",
    asked: [],
  });
  const { code, out, err } = await runCommand(["validate", "-"], { input: wrong });
  assert.deepEqual([code, err], [2, ""]);
  const places = out
    .split("\n")
    .slice(1, -1)
    .map((line) => line.trim().split(/:? /).slice(1, 3).join(" "));
  assert.deepEqual(
    places.sort(),
    [
      "input:11:17 windows.w1.instances.0",
      "input:12:5 windows.w1.start",
      "input:4:10 platforms.ios.minimum",
      "input:4:25 platforms.ios.maximum",
      "input:4:56 platforms.ios.blocked.1",
      "input:5:3 platforms.androd.store",
      'input:7:13 instances."eu.1".nam',
      'input:7:3 instances."eu.1".name',
      "input:9:3 windows.w1.duration",
    ].sort(),
  );
});

test("a manifest in UTF-16 is read by its mark, and bytes that are no text are refused with file and line", async (t) => {
  const { run } = await startCommandFixture(t);
  const [file, latin] = [newPath(), newPath()];
  writeFileSync(file, Buffer.from(`\ufeff${manifest}`, "utf16le"));
  writeFileSync(latin, Buffer.from("apiVersion: drawbridge/v1\nproject: acme\nname: Café\n", "latin1"));
  assert.equal((await run(`plan -f ${file}`)).code, 0);
  const problem = /:3(:\d+)? ?.*expected UTF-8, and the byte 0xE9 here is not part of it: save the file as UTF-8\n/;
  for (const words of [`validate ${file} ${latin}`, `apply -f ${latin} --yes`]) {
    const { code, out, err } = await run(words);
    assert.equal(code, 2, words);
    assert.match(`${out}${err}`, new RegExp(`${latin}${problem.source}`), words);
  }
  const piped = await run("apply -f - --yes", { input: readFileSync(latin) });
  assert.match(piped.err, new RegExp(`^drawbridge: standard input${problem.source}`));
});

test("in JSON too, each problem has its line and column", async () => {
  const document = { apiVersion: "drawbridge/v1", project: "acme", platforms: { ios: { minimum: 2, x: [1] } } };
  const { out } = await runCommand(["validate", "-", "--json"], { input: JSON.stringify(document, null, 3) });
  const [{ errors }] = JSON.parse(out).files;
  const places = errors.map(({ path, line, column }: Record<string, unknown>) => `${line}:${column} ${path}`);
  assert.deepEqual(places, ["7:10 platforms.ios.x", "6:10 platforms.ios.minimum"]);
});

test("the problems are those of apply", async (t) => {
  const { run } = await startCommandFixture(t);
  const unplaced = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("  "))
      .map((line) => line.replace(/(standard input:\d+):\d+/, "$1"))
      .sort();
  const dead = manifest.replace('"2.4.0"', '">"').replace("name: Acme\n", "nme: Acme\n");
  // Without a readable window, names of instances are not checked.
  for (const input of [dead, wrong, manifest.replace("instances:", "instances: []\nx:")]) {
    const [validated, applied] = [await run("validate -", { input }), await run("apply -f - --yes", { input })];
    assert.deepEqual([validated.code, applied.code], [2, 2]);
    assert.deepEqual(unplaced(validated.out), unplaced(applied.err));
  }
});

test("warnings, and guards that would refuse, are named and do not fail", async () => {
  const input = manifest.replace("stores:\n  apple: https://apps.apple.com/app/id1\n", "");
  const { code, out } = await runCommand(["validate", "-"], { input });
  assert.equal(code, 0);
  assert.match(out, /^standard input: valid, with 1 warning\n {2}standard input:\d+:\d+ warning: .*--override store_link\)\n$/);
});

test("several files are all checked; the exit code is 1 if one has a problem", async () => {
  const [good, bad] = [newPath(), newPath()];
  writeFileSync(good, manifest);
  writeFileSync(bad, wrong);
  const { code, out } = await runCommand(["validate", good, bad, "-", "--json"], { input: manifest });
  assert.equal(code, 2);
  const { valid, files } = JSON.parse(out);
  assert.equal(valid, false);
  const actual = files.map(({ file, valid, project }: Record<string, unknown>) => [file, valid, project]);
  assert.deepEqual(actual, [
    [good, true, "acme"],
    [bad, false, "acme"],
    ["standard input", true, "acme"],
  ]);
});

test("GitHub gets one annotation for each problem, with nothing in a text that ends it", async () => {
  const file = `${newPath()},a:b.yaml`;
  writeFileSync(file, wrong.replace("acme", '"a%0A\\nb"'));
  const { code, out } = await runCommand(["validate", file, "--format", "github"]);
  assert.equal(code, 2);
  const lines = out.trimEnd().split("\n");
  const place = file.replace(",", "%2C").replace(":", "%3A");
  for (const line of lines) assert.match(line, new RegExp(`^::error file=${RegExp.escape(place)},line=\\d+,col=\\d+::\\S`));
  assert.equal(lines.length, 10);
  const missing = manifest.replace("stores:\n  apple: https://apps.apple.com/app/id1\n", "");
  const warned = await runCommand(["validate", "-", "--format", "github"], { input: missing });
  assert.deepEqual([warned.code, /^::warning file=standard input,line=\d+/.test(warned.out)], [0, true]);
});
