/**
 * The forms that values have had, and the ways between two that follow each other. Several versions of the program can share a store
 * while it is upgraded: each reads the forms up to its own, and writes the lowest that any of them writes.
 */
import { type DrawbridgeError, NeedsOperator } from "../values/errors.ts";
import type { Kind } from "./kind.ts";

/** From the form before to this one, and back. */
export interface FormStep {
  /** Leaves a value alone that is in this form already: of what was there before a change, nobody knows in which it was. */
  readonly up: (kind: Kind, value: unknown) => unknown;
  /** Undone by `up` exactly. @throws invalid: the form before has no words for it; say which nodes to upgrade first */
  readonly down: (kind: Kind, value: unknown) => unknown;
}

/** One form: nothing has had another yet. A new one is a step at the end, and never a change of one that is there. */
const steps: readonly FormStep[] = [];

export class ValueForms {
  readonly #steps: readonly FormStep[];

  constructor(ownSteps: readonly FormStep[] = steps) {
    this.#steps = ownSteps;
  }

  /** The number of the newest: the one in which this program thinks. */
  get newest(): number {
    return 1 + this.#steps.length;
  }

  /** A value of that form, as JSON text, in the newest. @throws unavailable: it is newer */
  read(kind: Kind, schema: number, text: string): string {
    if (schema === this.newest) return text;
    if (schema > this.newest) throw outgrown(schema, this.newest);
    return this.#through(kind, text, this.#steps.slice(schema - 1), "up");
  }

  /** A value of whatever form up to the newest. */
  readAny(kind: Kind, text: string): string {
    return this.#through(kind, text, this.#steps, "up");
  }

  /** A value of the newest form in that one, which is this or an older. @throws invalid: the older one has no words for it */
  write(kind: Kind, schema: number, text: string): string {
    return this.#through(kind, text, this.#steps.slice(schema - 1).reverse(), "down");
  }

  #through(kind: Kind, text: string, way: readonly FormStep[], direction: "up" | "down"): string {
    if (way.length === 0) return text;
    let value: unknown = JSON.parse(text);
    for (const step of way) value = changed(step, direction, kind, value);
    return JSON.stringify(value);
  }
}

/** The forms of this program. */
export const valueForms = new ValueForms();

/** What somebody wrote whose program is newer. */
export function outgrown(schema: number, newest: number): DrawbridgeError {
  return new NeedsOperator(
    `A newer Drawbridge has written to this store (form ${schema} of values; this one knows ${newest}). Upgrade this node: until then it answers from what it has read, and changes nothing.`,
  );
}

/** What is proposed has values of other kinds in it. */
function changed(step: FormStep, direction: "up" | "down", kind: Kind, value: unknown): unknown {
  const own = step[direction](kind, value);
  if (kind !== "proposal" || !hasEdits(own)) return own;
  const edits = own.edits.map((edit) =>
    edit.value === null ? edit : { ...edit, value: changed(step, direction, edit.kind, edit.value) },
  );
  return { ...own, edits };
}

interface WithEdits {
  readonly edits: readonly { readonly kind: Kind; readonly value: unknown }[];
}

function hasEdits(value: unknown): value is WithEdits {
  return typeof value === "object" && value !== null && "edits" in value && Array.isArray(value.edits);
}
