/** A map by texts that clients choose: V8 would intern each until the next major collection (decision 0065). */

interface Entry<Value> {
  readonly text: string;
  value: Value;
  next: Entry<Value> | null;
}

export class TextMap<Value> {
  readonly #seed: number;
  readonly #first = new Map<number, Entry<Value>>();

  /** @param seed unknown to clients, so that they cannot choose texts with the same hash */
  constructor(seed: number) {
    this.#seed = seed;
  }

  get(text: string): Value | undefined {
    let entry = this.#first.get(this.#hash(text)) ?? null;
    while (entry !== null && entry.text !== text) entry = entry.next;
    return entry?.value;
  }

  set(text: string, value: Value): void {
    this.delete(text);
    const hash = this.#hash(text);
    this.#first.set(hash, { text, value, next: this.#first.get(hash) ?? null });
  }

  delete(text: string): void {
    const hash = this.#hash(text);
    let rest: Entry<Value> | null = null;
    for (let entry = this.#first.get(hash) ?? null; entry !== null; entry = entry.next) {
      if (entry.text !== text) rest = { ...entry, next: rest };
    }
    if (rest === null) this.#first.delete(hash);
    else this.#first.set(hash, rest);
  }

  /** V8 keeps a signed number without an object. */
  #hash(text: string): number {
    return textHash(text, this.#seed) | 0;
  }
}

/** FNV-1a, 32 bits. @param seed unknown to clients, or the hash of the text before it */
export function textHash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  // The lowest bits of FNV-1a depend on the lowest bits of the text alone.
  return (value ^ (value >>> 15)) >>> 0;
}

/** A part of a longer text keeps all of that in memory. V8 copies parts of up to 12 characters itself. */
export function ownText(text: string): string {
  return text.length <= 12 ? text : Buffer.from(text).toString();
}
