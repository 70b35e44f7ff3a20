/** The forms of a version that is still to come: what is the `policy` of a platform has another name there. */
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { ValueForms } from "drawbridge-rules/project/value-form.ts";

type Rename = (kind: Kind, value: unknown) => unknown;

function renaming(from: string, to: string): Rename {
  return (kind, value) => {
    if (kind !== "platform" || typeof value !== "object" || value === null || !(from in value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name === from ? to : name, held]));
  };
}

/** As it is stored. */
export const nextName = "rules";

const next = renaming("policy", nextName);
const back = renaming(nextName, "policy");

/** The rest of that version is the one that is here, and thinks in the names of today: they are put in their place last of all. */
export class NextForms extends ValueForms {
  constructor() {
    super([{ up: next, down: back }]);
  }

  override read(kind: Kind, schema: number, text: string): string {
    return renamed(back, kind, super.read(kind, schema, text));
  }

  override readAny(kind: Kind, text: string): string {
    return renamed(back, kind, super.readAny(kind, text));
  }

  override write(kind: Kind, schema: number, text: string): string {
    return super.write(kind, schema, renamed(next, kind, text));
  }
}

function renamed(rename: Rename, kind: Kind, text: string): string {
  return JSON.stringify(rename(kind, JSON.parse(text)));
}
