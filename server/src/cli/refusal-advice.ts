/** What somebody does next whom a guard refuses: in full, so that nobody has to put it together at night. */
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Context } from "./context.ts";
import { lineAgain } from "./typed-line.ts";

/** @param guards that stand against it @param end_running false: there is an option for it, and it was not given */
export function refusalLines(
  guards: readonly string[],
  { io, typed }: Pick<Context, "io" | "typed">,
  { end_running }: { readonly end_running?: boolean | undefined },
): string[] {
  const others = guards.filter((guard) => guard !== "four_eyes" && !(guard === "running_window" && end_running === false));
  const isEndable = end_running === false && guards.includes("running_window");
  const lines = others.length > 0 || isEndable ? [mendLine(guards, others, isEndable)] : [];
  return guards.includes("four_eyes") ? [...lines, ...fourEyesLines(others, io.command, typed)] : lines;
}

function mendLine(guards: readonly string[], overridable: readonly string[], isEndable: boolean): string {
  const named = guards.filter((guard) => guard !== "four_eyes");
  const ways = [
    `mend what ${named.length === 1 ? "it names" : "they name"}`,
    ...(isEndable ? ["end what is running with --end-running"] : []),
    ...(overridable.length > 0 ? [`override with ${overridesOf(overridable).join(" ")} --reason "…"`] : []),
  ];
  return `Refused by the ${named.length === 1 ? "guard" : "guards"} ${listed(named)}: ${listed(ways, "or")}.`;
}

/** Both ways: with another person, and without. */
function fourEyesLines(others: readonly string[], typed: string, { argv, command }: Context["typed"]): string[] {
  const options = (command.options ?? []).map(({ flags }) => flags.split(" ")[0]);
  const reason = argv.some((word) => word === "--reason" || word.startsWith("--reason=")) ? [] : ['--reason "…"'];
  const line = (...more: readonly string[]) => `  ${lineAgain(typed, argv, [...more, ...overridesOf(others), ...reason])}`;
  return [
    "The guard four_eyes: a change of this project takes a second person.",
    ...(options.includes("--propose") ? ["To propose it, so that somebody else can approve it:", line("--propose")] : []),
    ...(options.includes("--override")
      ? ["To make it alone, as an owner, which the history marks:", line("--override", "four_eyes")]
      : []),
  ];
}

function overridesOf(guards: readonly string[]): string[] {
  return guards.map((guard) => `--override ${guard}`);
}
