import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { type Guard, guardItem } from "../wire/guard.ts";
import { type Warning, warningItem } from "../wire/warning.ts";
import { printGuard } from "./guard.ts";
import { namesIn } from "./reader.ts";
import { printWarning } from "./warning.ts";

const reader = { zone: "UTC", now: Date.UTC(2026, 10, 26), names: namesIn({}) };

/** The examples of the API, one of each code: the schemas are those of a union. */
function examplesOf<T>(item: z.ZodType): T[] {
  const { options } = item as unknown as z.ZodDiscriminatedUnion<z.ZodObject[]>;
  return options.flatMap((option) => (option.meta()?.examples ?? []) as T[]);
}

test("the example of each guard and warning has its members, and no path, duration or instant of a machine in its sentence", () => {
  for (const [item, printed] of [
    [guardItem, examplesOf<Guard>(guardItem).map((guard) => printGuard(guard, reader))],
    [warningItem, examplesOf<Warning>(warningItem).map((warning) => printWarning(warning, reader))],
  ] as const) {
    assert.ok(printed.length >= 10);
    for (const example of printed) {
      assert.deepEqual(item.parse(example), example);
      assert.match(example.detail, /^[A-Z\w].*\.$/);
      assert.doesNotMatch(
        example.detail,
        /\bP(T?\d)|FREQ=|\d{4}-\d\d-\d\dT|\b(platforms|windows|overrides|keys|messages)\.[a-z_]|undefined|NaN|Invalid/,
      );
    }
  }
});
