/** Tests of clients that need more than `npm ci` of the workspace. */

export interface TestRunner {
  readonly name: string;
  /** Path from the root: an executable, or a `.ts` file for the pinned Node. Exit code 77: the toolchain is missing, as its last line says. */
  readonly path: string;
  /** Variable without which it cannot start. */
  readonly variable?: string;
  /** Directory from the root that `npm ci` beside it creates, without which it is not started. */
  readonly installed?: string;
}

export const testRunners: readonly TestRunner[] = [
  { name: "Python", path: "sdk/python/test" },
  { name: "FastAPI, Flask and Django", path: "sdk/python/tests/frameworks/test" },
  {
    name: "React Native",
    path: "sdk/js/test/react-native/test",
    // 350 MB: installed only by hand.
    installed: "sdk/js/test/react-native/node_modules",
  },
  // The root of a system with Debian's Dart and Flutter.
  { name: "Flutter", path: "sdk/flutter/test/run.ts", variable: "TEST_FLUTTER_ROOT" },
  { name: "Kotlin", path: "sdk/kotlin/test" },
  // The root of a system with Debian's Swift.
  { name: "Swift", path: "sdk/swift/test/run.ts", variable: "TEST_SWIFT_ROOT" },
  // The path of a Hermes VM.
  { name: "Hermes", path: "sdk/js/test/hermes.ts", variable: "TEST_HERMES" },
  { name: "Express and Fastify", path: "sdk/js/test/frameworks/test" },
  { name: "packages", path: "sdk/test/packages/test" },
  { name: "sample: Express", path: "sdk/samples/express/test" },
];
