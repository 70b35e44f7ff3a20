import { it } from "node:test";
import { counting } from "./drills/counting.ts";
import { randomFrom } from "./drills/drill.ts";

it("versions are counted exactly by nodes, reading processes and an edge, and a kill loses only what was not written", async () => {
  await counting.run(1, randomFrom(1));
});
