/** Tests of clients that need more than `npm ci` of the workspace. */

export interface TestRunner {
  readonly name: string;
  /** Path from the root: an executable, or a `.ts` file for the pinned Node. Exit code 77: the toolchain is missing, as its last line says. */
  readonly path: string;
  /** Names the variable without which it cannot start. */
  readonly needs?: string;
}

export const testRunners: readonly TestRunner[] = [
  { name: "Python", path: "sdk/python/test" },
  { name: "Express and Fastify", path: "sdk/js/test/frameworks/test" },
  { name: "sample: Express", path: "sdk/samples/express/test" },
];
