/** Fixes the seed of property tests: two runs of one commit test the same. `seeds.ts` sets TEST_SEED, and TEST_PATH of one failure. */
import fc from "fast-check";
import { runSeed } from "./run-seed.ts";

const { TEST_PATH } = process.env;

// `path` is not a global parameter by its type, since it belongs to one property; setting TEST_PATH runs only that one.
const replay = TEST_PATH === undefined ? {} : { path: TEST_PATH, endOnFailure: true };
fc.configureGlobal({ ...replay, seed: runSeed });
