/** Next steps after a guard's refusal: complete command lines, ready to paste at night. */
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Context } from "./context.ts";
import { repeatCommand } from "./repeated-command.ts";

/** @param guards that block the change @param end_running false: the option for it exists and was not passed */
export function refusalLines(
  guards: readonly string[],
  context: Pick<Context, "io" | "typed">,
  { end_running }: { readonly end_running?: boolean | undefined },
): string[] {
  const others = guards.filter((guard) => guard !== "four_eyes" && !(guard === "running_window" && end_running === false));
  const isEndable = end_running === false && guards.includes("running_window");
  const lines = others.length > 0 || isEndable ? [mendLine(guards, others, isEndable)] : [];
  return guards.includes("four_eyes") ? [...lines, ...fourEyesLines(others, context.io.command, changing(context.typed))] : lines;
}

/** The typed line, of the command that makes the change: `plan` proposes nothing. */
function changing(typed: Context["typed"]): Context["typed"] {
  const at = typed.argv.indexOf("plan");
  const apply = typed.commands.find(({ name }) => name === "apply");
  if (typed.command.name !== "plan" || apply === undefined) return typed;
  return { ...typed, command: apply, argv: typed.argv.with(at, "apply") };
}

function mendLine(guards: readonly string[], overridable: readonly string[], isEndable: boolean): string {
  const named = guards.filter((guard) => guard !== "four_eyes");
  const ways = [
    `fix what ${named.length === 1 ? "it names" : "they name"}`,
    ...(isEndable ? ["end active maintenance with --end-running"] : []),
    ...(overridable.length > 0 ? [`override with ${overridesOf(overridable).join(" ")} --reason "…"`] : []),
  ];
  return `Refused by the ${named.length === 1 ? "guard" : "guards"} ${listed(named)}: ${listed(ways, "or")}.`;
}

/** Both ways: with another person, and without. */
function fourEyesLines(others: readonly string[], typed: string, { argv, command }: Context["typed"]): string[] {
  const options = (command.options ?? []).map(({ flags }) => flags.split(" ")[0]);
  const reason = argv.some((word) => word === "--reason" || word.startsWith("--reason=")) ? [] : ['--reason "…"'];
  const line = (...more: readonly string[]) => `  ${repeatCommand(typed, argv, [...more, ...overridesOf(others), ...reason])}`;
  return [
    "Refused by the guard four_eyes: changes to this project need approval.",
    ...(options.includes("--propose") ? ["To request approval:", line("--propose")] : []),
    ...(options.includes("--override")
      ? ["To publish it without approval, as an owner (marked in the history):", line("--override", "four_eyes")]
      : []),
  ];
}

function overridesOf(guards: readonly string[]): string[] {
  return guards.map((guard) => `--override ${guard}`);
}
