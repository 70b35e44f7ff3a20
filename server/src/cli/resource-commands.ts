import type { OptionGroup, Parts, Values } from "./arguments.ts";
import { type Command, type Context, command, type Definition } from "./command.ts";
import { changeOptions, type ReviewedChangeOptions } from "./options.ts";
import { type Columns, tableOf } from "./output.ts";
import { type ReviewedChange, runReviewedChange } from "./review.ts";

interface ListDefinition<P extends Parts, T> extends Omit<Definition<P, never>, "run" | "after"> {
  readonly member: string;
  find(values: Values<P>, context: Context): Promise<readonly T[]>;
  none(values: Values<P>, context: Context): string;
  columns(found: readonly T[], values: Values<P>, context: Context): Columns<T> | Promise<Columns<T>>;
  below?(found: readonly T[], context: Context): readonly string[];
}

export function listCommand<P extends Parts, T>(list: ListDefinition<P, T>): Command {
  const { member, find, none, columns, below, ...definition } = list;
  return command<P, never>({
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
  extends Omit<Definition<P, ReviewedChangeOptions>, "run" | "after"> {
  readonly shared?: OptionGroup<ReviewedChangeOptions>;
  plan(values: Values<P>, context: Context): ReviewedChange<T> | Promise<ReviewedChange<T>>;
}

export function reviewedCommand<P extends Parts, T extends { readonly etag: string } | null>({
  shared = changeOptions,
  plan,
  ...definition
}: ReviewedDefinition<P, T>): Command {
  return command({
    ...definition,
    after: shared,
    run: async (values, context, options) => runReviewedChange(await plan(values, context), options, context),
  });
}
