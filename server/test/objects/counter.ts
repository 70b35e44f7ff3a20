/** A counter that is so long that most pauses of its writer fall between comparing and replacing (`counting-writer.ts`). */
import assert from "node:assert/strict";

export const counterKey = "counters/head";
const padding = "x".repeat(4_000_000);

export interface Counter {
  readonly count: number;
  /** Name of the process that wrote it. */
  readonly writer: string;
}

export function printCounter({ count, writer }: Counter): Buffer {
  return Buffer.from(`${count} ${writer} ${padding} ${count}`);
}

/** Fails unless it is whole. */
export function parseCounter(bytes: Buffer): Counter {
  const [count = "", writer = "", middle, end] = bytes.toString().split(" ");
  assert.equal(middle, padding);
  assert.equal(end, count);
  return { count: Number(count), writer };
}
