/** The error catalogue: links in the `type` of a problem end in its sections. */
import { AdminError } from "drawbridge-client/admin";
import { type ProblemCode, problemAdvice, problems } from "drawbridge-rules/wire/problem.ts";
import { exitCodeOf } from "../src/cli/exit-codes.ts";
import { page } from "./markdown.ts";

export function problemsPage(): string {
  const codes = Object.keys(problems) as ProblemCode[];
  return page(
    "Problems",
    "Look up the code of an error: its cause, and what to do.",
    "Every error of the APIs is `application/problem+json` (RFC 9457) with a `code`, and in the admin API the `type` links to the code's section. The command line ends with the exit code named here.",
    ...codes.flatMap((code) => {
      const { status, title } = problems[code];
      const exit = exitCodeOf(new AdminError(status, code, ""));
      return [`## \`${code}\``, `Status ${status}, *${title}*. Exit code ${exit}.`, problemAdvice[code]];
    }),
  );
}
