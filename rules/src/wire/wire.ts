import type { z } from "zod";

export type Wire<Schema extends z.ZodType> = Frozen<z.input<Schema>>;

export type Frozen<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<Exclude<T[Key], undefined>> }
      : T;
