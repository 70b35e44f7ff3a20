import assert from "node:assert/strict";
import { test } from "node:test";
import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { EventReader } from "./events.ts";

const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "data: a",
    "data:b",
    "data",
    "data: ",
    "data:  c",
    ": comment",
    ":",
    "event: commit",
    "event",
    "other: x",
  ),
  fc.constantFrom("id: e.1", "id: e.2", "retry: 3000", "retry: x", "data: ü\u{1f600}\u2028"),
);
const text = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 30 })
  .map((lines) => lines.map((pair) => pair.join("")).join(""));

test("a stream is read as another reader of it does, wherever its pieces end", () => {
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (stream, sizes) => {
      const expected: string[][] = [];
      const parser = createParser({ onEvent: ({ event, data }) => void expected.push([event ?? "message", data]) });
      // Its end is no end of a line for either of them.
      parser.feed(`${stream}\n\n:`);
      const reader = new EventReader();
      const bytes = new TextEncoder().encode(`${stream}\n\n:`);
      const heard: string[][] = [];
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const size = sizes[n % sizes.length] ?? 1;
        heard.push(...reader.read(bytes.subarray(at, at + size)).map(({ event, data }) => [event, data]));
        at += size;
      }
      assert.deepEqual(heard, expected);
    }),
  );
});

test("an event has the id that was given last, and nothing ends a line but a line end", () => {
  const reader = new EventReader();
  const read = (piece: string) => reader.read(new TextEncoder().encode(piece));
  assert.deepEqual(read("id: e.1\nevent: commit\nda"), []);
  assert.deepEqual(read("ta: {}\r"), []);
  assert.deepEqual(read("\n\r\ndata: x\n\n"), [
    { event: "commit", data: "{}", id: "e.1" },
    { event: "message", data: "x", id: "e.1" },
  ]);
  assert.deepEqual(read("id: a\0b\ndata: y\n\n"), [{ event: "message", data: "y", id: "e.1" }]);
  assert.deepEqual(read("retry: 20\n"), []);
  assert.equal(reader.retry, 20);
});
