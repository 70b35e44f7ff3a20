import { test } from "node:test";
import { randomFrom } from "../../../server/test/drills/drill.ts";
import { runSeed } from "../../../server/test/run-seed.ts";
import { runDay, runHerd, runRefusal } from "./herd.ts";

test("500 gates neither ask nor open at the same instant when a maintenance ends, nor half a minute later", async () => {
  await runHerd(500, randomFrom(runSeed));
});

test("a Retry-After of an hour holds a covered app for a minute at most, and Try again opens it", async () => {
  await runRefusal(randomFrom(runSeed));
});

test("twenty starts in six short visits ask six times, and never more often than once for a start", async () => {
  await runDay(randomFrom(runSeed));
});
