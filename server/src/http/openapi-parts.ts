/** Parts of operations that several of them share, by name. */

/** Part of an operation, and the name that it has where several operations share it. */
export interface Part {
  readonly id: string | undefined;
  readonly value: object;
}

/**
 * Parts of one kind that occur twice or more. If several would have the same name, the most frequent one gets it without a number.
 */
export class SharedParts {
  readonly #kind: string;
  readonly #names = new Map<string, string>();

  constructor(kind: string, parts: readonly Part[]) {
    this.#kind = kind;
    const groups = [...Map.groupBy(parts, ({ value }) => JSON.stringify(value))].filter(([, same]) => same.length > 1);
    const counts = new Map<string, number>();
    for (const [text, [first]] of groups.sort(([, a], [, b]) => b.length - a.length)) {
      if (first?.id === undefined) continue;
      const count = (counts.get(first.id) ?? 0) + 1;
      counts.set(first.id, count);
      this.#names.set(text, count === 1 ? first.id : `${first.id}${count}`);
    }
  }

  get all(): object {
    return Object.fromEntries([...this.#names].map(([text, name]) => [name, JSON.parse(text)]));
  }

  refer({ value }: Part): object {
    const name = this.#names.get(JSON.stringify(value));
    return name === undefined ? value : { $ref: `#/components/${this.#kind}/${name}` };
  }
}
