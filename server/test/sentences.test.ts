/** A slice of the drill with the same name. */
import { test } from "node:test";
import { randomFrom } from "./drills/drill.ts";
import { run } from "./drills/sentences.ts";
import { runSeed } from "./run-seed.ts";

test("reviews and history are sentences, and name what people know", async () => {
  await run(40, randomFrom(runSeed));
});
