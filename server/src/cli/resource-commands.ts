/** Commands that are the same for every noun, derived from its operations and columns. */
import type { CommandWords, Parts, Values } from "./arguments.ts";
import { type Command, type Context, command } from "./command.ts";
import { type Columns, tableOf } from "./output.ts";

interface ListDefinition<P extends Parts, T> extends Omit<CommandWords, "operands" | "options"> {
  readonly args?: P;
  /** Name of the list in JSON. */
  readonly member: string;
  find(values: Values<P>, context: Context): Promise<readonly T[]>;
  /** The line for people where nothing is found. */
  none(values: Values<P>, context: Context): string;
  /** For people only. */
  columns(found: readonly T[], values: Values<P>, context: Context): Columns<T> | Promise<Columns<T>>;
}

export function listCommand<P extends Parts, T>({ member, find, none, columns, ...definition }: ListDefinition<P, T>): Command {
  return command<P>({
    ...definition,
    async run(values, context) {
      const { output } = context;
      const found = await find(values, context);
      const shown = output.isJson || found.length === 0 ? [] : await columns(found, values, context);
      output.answer({ [member]: found }, () =>
        found.length === 0 ? [none(values, context)] : tableOf(shown, found, output.columns),
      );
    },
  });
}
