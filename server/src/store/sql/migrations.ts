import { UnusableStore } from "drawbridge-rules/values/errors.ts";
import { filesIn } from "../../base/program-files.ts";

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** Numbered 0001, 0002 … without gaps. */
export function readMigrations(directory: string): Migration[] {
  return filesIn(directory, ".sql").map(({ name, text: sql }, index) => {
    const number = Number(name.slice(0, 4));
    if (number !== index + 1) throw new Error(`${directory}: expected a migration ${index + 1} before ${name}`);
    return { number, name, sql };
  });
}

/** @param needs oldest program that knows the form; null means unknown @param remedy another one than to start that version */
export function newerStore(place: string, form: number, known: number, needs: string | null, remedy: string): UnusableStore {
  const program = needs === null ? "a newer Drawbridge" : `Drawbridge ${needs} or newer`;
  const requires = `has format ${form}, which requires ${program}`;
  return new UnusableStore(
    "newer_store",
    `${place} ${requires}; this version knows format ${known}. Start that version again, or ${remedy}.`,
    form,
    `The store ${requires}.`,
  );
}
