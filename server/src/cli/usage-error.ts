/** Invalid command line, with all its problems. Exit code 2. */
export class UsageError extends Error {
  readonly problems: readonly string[];
  /** Command whose `--help` explains more; "" for the program's own. */
  readonly command: string;

  constructor(problems: readonly string[], command = "") {
    super(problems.join("; "));
    this.name = "UsageError";
    this.problems = problems;
    this.command = command;
  }
}
