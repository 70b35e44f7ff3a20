import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { type Guard, guardItem } from "../wire/guard.ts";
import { type Warning, warningItem } from "../wire/warning.ts";
import { describeGuard } from "./guard.ts";
import { namesIn } from "./reader.ts";
import { describeWarning } from "./warning.ts";

const reader = { zone: "UTC", now: Date.UTC(2026, 10, 26), names: namesIn({}) };

/** The examples of the API, one of each code: the schemas are those of a union. */
function examplesOf(item: z.ZodType) {
  const { options } = item as unknown as z.ZodDiscriminatedUnion<z.ZodObject[]>;
  return options.map((option) => {
    const [example] = (option.meta()?.examples ?? []) as { readonly code: string; readonly detail: string }[];
    assert.ok(example);
    assert.deepEqual(item.parse(example), example);
    return example;
  });
}

test("the examples of the API have the sentences of the describers", () => {
  for (const { detail, ...guard } of examplesOf(guardItem)) assert.equal(describeGuard(guard as Guard, reader), detail);
  for (const { detail, ...warning } of examplesOf(warningItem)) assert.equal(describeWarning(warning as Warning, reader), detail);
});

test("no sentence has a path, a duration or an instant of a machine", () => {
  for (const { detail } of [...examplesOf(guardItem), ...examplesOf(warningItem)])
    assert.doesNotMatch(detail, /\bP(T?\d)|FREQ=|\d{4}-\d\d-\d\dT|\b(platforms|windows|overrides|keys|messages)\.[a-z_]/);
});
