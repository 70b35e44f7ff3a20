import { type TestContext, test } from "node:test";

/** Returns a function like `test`, each of whose tests gets something that was made for it. */
export function testWith<World>(make: (t: TestContext) => World | Promise<World>) {
  return (name: string, run: (world: World) => unknown): void => void test(name, async (t) => void (await run(await make(t))));
}
