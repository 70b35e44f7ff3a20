import assert from "node:assert/strict";
import { test } from "node:test";
import { readInThread } from "./read-in-thread.ts";
import { readJsonText, readYamlText } from "./read-text.ts";

const readYaml = (text: string) => readInThread(new TextEncoder().encode(text), "yaml", 400_000);

function manifestOf(instances: number): string {
  const lines = Array.from({ length: instances }, (_, i) => `  i-${i}: { name: "Instance ${i}", reminder: PT1H }\n`);
  return `apiVersion: drawbridge/v1\nproject: acme\ninstances:\n${lines.join("")}platforms: { ios: { minimum: 2.10 } }\n`;
}

test("a large text is read the same in its own thread, with its lines and its quoted forms", async () => {
  const text = manifestOf(3000);
  assert.ok(text.length > 100_000);
  const [aside, here] = [await readYaml(text), readYamlText(text)];
  assert.deepEqual(aside.document, here.document);
  const problem = { path: "platforms.ios.minimum", message: "expected a version in quotes", quote: true };
  assert.deepEqual(aside.locate([problem]), here.locate([problem]));
  assert.match(aside.locate([problem])[0]?.message ?? "", /write "2.10"/);
});

test("while a large text is read, this thread goes on", async () => {
  const reading = readYaml(manifestOf(20_000));
  let isDone = false;
  void reading.then(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    turns++;
  }
  assert.ok(turns > 20, `${turns} turns`);
});

test("keys of a large text are not special, whatever their names", async () => {
  const { document } = await readYaml(`${manifestOf(3000)}__proto__: { polluted: true }\n`);
  assert.equal(Object.getPrototypeOf(document), null);
  assert.ok(Object.hasOwn(document as object, "__proto__"));
  assert.equal(Object.hasOwn({}, "polluted"), false);
});

test("a text that is deep beyond reading is a problem, and the next one is read", async () => {
  const deep = await readYaml("[".repeat(200_000));
  assert.equal(deep.document, undefined);
  assert.ok(deep.problems.length > 0);
  assert.ok((await readYaml(manifestOf(3000))).document);
});

test("JSON is read aside the same as here, also what is wrong with it", async () => {
  const text = `{"a":[1.50,"x",null,true,{"b":{}}],\n"é":2.10,\n"a":${JSON.stringify("y".repeat(300_000))}}`;
  const aside = await readInThread(new TextEncoder().encode(text), "json", 100);
  const here = readJsonText(text, 100);
  assert.deepEqual([aside.document, aside.problems], [here.document, here.problems]);
  assert.deepEqual(aside.problems, [{ path: "a", pointer: "#/a", line: 3, message: "is given twice: keep one" }]);
  const problem = { path: "é", message: "in quotes", quote: true };
  assert.deepEqual(aside.locate([problem]), here.locate([problem]));
  assert.match(aside.locate([problem])[0]?.message ?? "", /write "2.10"/);
});

test("bytes that are no text, and a text with too many values, are a problem with its line", async () => {
  assert.deepEqual((await readInThread(new Uint8Array([0x22, 0xff, 0x22]), "json", 10)).problems, [
    {
      path: "",
      pointer: "#",
      line: 1,
      message: "expected UTF-8, and the byte 0xFF here is not part of it: save the file as UTF-8",
    },
  ]);
  assert.deepEqual((await readInThread(new TextEncoder().encode("[1,\n2,\n3,\n4]"), "json", 4)).problems, [
    { path: "", line: 4, message: "expected at most 4 values", pointer: "#" },
  ]);
  assert.deepEqual((await readInThread(new TextEncoder().encode("[[],\n[]]"), "json", 8)).problems, [
    { path: "", line: 2, message: "expected at most 2 maps and lists", pointer: "#" },
  ]);
});
