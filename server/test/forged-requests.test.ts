import { it } from "node:test";
import { randomFrom } from "./drills/drill.ts";
import { forgedRequests } from "./drills/forged-requests.ts";

it("forged requests change no answer and no dated step, and do not pass for a release", async () => {
  await forgedRequests.run(1_000, randomFrom(1));
});
