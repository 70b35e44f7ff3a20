/** Runtimes of apps and older browsers have no such method. */
export function remembered<K, V>(values: RememberedValues<K, V>, key: K, make: () => V): V {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}

interface RememberedValues<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}
