import { command } from "./command.ts";
import { programVersion } from "./program-version.ts";

export const version = command({
  name: "version",
  meaning: "print the version",
  examples: ["version"],
  read: () => null,
  async run(_, { output }) {
    output.answer({ version: programVersion }, () => [programVersion]);
  },
});
