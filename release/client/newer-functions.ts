/** Functions that Node 20 lacks. Those of iterators read a whole iterator, so none may be endless. */
type Items = Iterable<unknown>;
type Callback = (item: unknown) => unknown;

Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
  const groups = new Map<K, T[]>();
  for (const [index, item] of [...items].entries()) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

Promise.withResolvers ??= <T>() => {
  let resolve: PromiseWithResolvers<T>["resolve"] = () => undefined;
  let reject: PromiseWithResolvers<T>["reject"] = () => undefined;
  const promise = new Promise<T>((...functions) => {
    [resolve, reject] = functions;
  });
  return { promise, resolve, reject };
};

const iteratorFunctions: Readonly<Record<string, (this: Items, callback: Callback & number) => unknown>> = {
  every(callback) {
    return [...this].every(callback);
  },
  filter(callback) {
    return [...this].filter(callback).values();
  },
  find(callback) {
    return [...this].find(callback);
  },
  flatMap(callback) {
    return [...this].flatMap((item) => [...(callback(item) as Items)]).values();
  },
  map(callback) {
    return [...this].map((item) => callback(item)).values();
  },
  some(callback) {
    return [...this].some(callback);
  },
  take(count) {
    return [...this].slice(0, count).values();
  },
  toArray() {
    return [...this];
  },
};

const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
for (const [name, value] of Object.entries(iteratorFunctions)) {
  if (!(name in iterator)) Object.defineProperty(iterator, name, { value, configurable: true, writable: true });
}

export {};
