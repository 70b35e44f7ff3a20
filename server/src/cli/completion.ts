/** Completion scripts for shells, generated from the table of commands. */
import { command } from "./command.ts";
import { completionNodes } from "./completion-nodes.ts";
import { bashScript, fishScript, zshScript } from "./completion-scripts.ts";
import { oneOf } from "./text-form.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const shells = ["bash", "zsh", "fish"] as const;

export const completion = command({
  name: "completion",
  meaning: "print a completion script for your shell",
  operands: [{ name: "SHELL", meaning: "bash, zsh or fish", choices: shells }],
  examples: ["completion bash > ~/.local/share/bash-completion/completions/drawbridge"],
  notes:
    "To load it in the current shell only: source <(drawbridge completion bash), or in fish: drawbridge completion fish | source.\nzsh works like bash; run compinit first.",
  read: (args) => args.operand("SHELL", oneOf(shells)) as (typeof shells)[number],
  async run(shell, { output, typed }) {
    const script = scripts[shell](completionNodes(typed.commands));
    output.answer({ shell, script }, () => [script.trimEnd()]);
  },
});
