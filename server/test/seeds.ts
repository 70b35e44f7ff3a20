/** `npm run seeds [-- --rounds 3] [FILE…]`: property tests with new seeds. `npm run seeds -- --seed 7 [--path 3:1:0] FILE` repeats a failure. */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..", "..");
const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "1" }, seed: { type: "string" }, path: { type: "string" } },
  allowPositionals: true,
});
const given = positionals.map((path) => relative(root, join(process.env.INIT_CWD ?? process.cwd(), path)));
const files = given.length > 0 ? given : propertyTests();
const rounds = values.seed === undefined ? Number(values.rounds) : 1;

for (let round = 1; round <= rounds; round++) {
  const seed = values.seed ?? String(randomInt(2 ** 31));
  console.log(`Seed ${seed}, in ${files.length} files`);
  const env = {
    ...process.env,
    INIT_CWD: root,
    TEST_SEED: seed,
    ...(values.path === undefined ? {} : { TEST_PATH: values.path }),
  };
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "run-tests.ts"), ...files], {
    stdio: "inherit",
    env,
  });
  if (status === 0) continue;
  console.log(`\nRepeat it: npm run seeds -- --seed ${seed} FILE`);
  console.log(
    "The failure of a property names its path: --path PATH goes straight to its counterexample, in a file where it is the only one.",
  );
  process.exitCode = 1;
}

/** Test files with random cases. */
function propertyTests(): string[] {
  const all = globSync("{rules,client,ui,server}/**/*.test.ts", { cwd: root, exclude: (path) => path.includes("node_modules") });
  return all.filter((file) => /from "fast-check"|for-all|arbitrary-|runSeed/.test(readFileSync(join(root, file), "utf8")));
}
