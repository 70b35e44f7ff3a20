import {
  type CommandWords,
  type OptionGroup,
  type ParsedArguments,
  type Parts,
  partWords,
  readParts,
  type Values,
} from "./arguments.ts";
import { type Command, type Context, command, readCommand } from "./command.ts";
import { changeOptions, type ReviewedChangeOptions } from "./options.ts";
import { type Columns, tableOf } from "./output.ts";
import { type ReviewedChange, runReviewedChange } from "./review.ts";

interface ListDefinition<P extends Parts, T> extends Omit<CommandWords, "operands" | "options"> {
  readonly args?: P;
  readonly member: string;
  find(values: Values<P>, context: Context): Promise<readonly T[]>;
  none(values: Values<P>, context: Context): string;
  columns(found: readonly T[], values: Values<P>, context: Context): Columns<T> | Promise<Columns<T>>;
  below?(found: readonly T[], context: Context): readonly string[];
}

export function listCommand<P extends Parts, T>(list: ListDefinition<P, T>): Command {
  const { member, find, none, columns, below, ...definition } = list;
  return command<P>({
    ...definition,
    async run(values, context) {
      const { output } = context;
      const found = await find(values, context);
      const shown = output.isJson || found.length === 0 ? [] : await columns(found, values, context);
      output.answer({ [member]: found }, () =>
        found.length === 0
          ? [none(values, context)]
          : [...tableOf(shown, found, output.columns), ...(below?.(found, context) ?? [])],
      );
    },
  });
}

interface ReviewedDefinition<P extends Parts, T extends { readonly etag: string } | null>
  extends Omit<CommandWords, "operands" | "options"> {
  readonly args: P;
  check?(values: Values<P>, args: ParsedArguments): void;
  readonly shared?: OptionGroup<ReviewedChangeOptions>;
  plan(values: Values<P>, context: Context): ReviewedChange<T> | Promise<ReviewedChange<T>>;
}

export function reviewedCommand<P extends Parts, T extends { readonly etag: string } | null>({
  args,
  shared = changeOptions,
  check,
  plan,
  ...words
}: ReviewedDefinition<P, T>): Command {
  return readCommand({
    ...words,
    ...partWords(args, shared.options),
    read(given) {
      const values = readParts(args, given);
      check?.(values, given);
      return { values, options: shared.read(given) };
    },
    run: async ({ values, options }, context) => runReviewedChange(await plan(values, context), options, context),
  });
}
