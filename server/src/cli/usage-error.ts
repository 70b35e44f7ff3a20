/** The command line itself is wrong: with everything that is wrong with it. Exit code 2. */
export class UsageError extends Error {
  readonly problems: readonly string[];
  /** Name of the command whose `--help` says more; "" for the program's. */
  readonly command: string;

  constructor(problems: readonly string[], command = "") {
    super(problems.join("; "));
    this.name = "UsageError";
    this.problems = problems;
    this.command = command;
  }
}
