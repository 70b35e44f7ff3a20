/** Members of each item, for what a test compares: their values, or a list of them for several names. Undefined without items. */
export function pluck<Item, Name extends keyof Item>(items: readonly Item[], name: Name): Item[Name][];
export function pluck<Item>(items: readonly Item[] | undefined, ...names: (keyof Item)[]): unknown[] | undefined;
export function pluck<Item>(items: readonly Item[] | undefined, ...names: (keyof Item)[]): unknown[] | undefined {
  return items?.map((item) => {
    const values = names.map((name) => item[name]);
    return values.length === 1 ? values[0] : values;
  });
}
