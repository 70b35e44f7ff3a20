export interface DescribedEdit {
  /** `iOS minimum 2.4.0 → 25.0`, `Blocked 2.5.1 on iOS` */
  readonly text: string;
  /** Follows a name: `raised the iOS minimum 2.4.0 → 25.0`. */
  readonly did: string;
  /** `iOS minimum is now 2.5.0`; absent means `text` says it. */
  readonly now?: string;
  /** Whole values that the sentence shortens. */
  readonly before?: string;
  readonly after?: string;
}

/** A manifest can change thousands of resources. */
export const mostDescribed = 100;

export interface DescribedChanges {
  readonly edits: readonly DescribedEdit[];
  readonly more: number;
}

/** @param did `blocked 2.5.1 on iOS` */
export function act(did: string): DescribedEdit {
  return { text: capitalized(did), did };
}

interface ValueEdit {
  /** `iOS minimum`; within a sentence it follows "the". */
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly verb?: string | undefined;
}

export function valueEdit({ label, before, after, verb = "changed" }: ValueEdit): DescribedEdit {
  const [was, is] = [before, after].map((value) => (value === undefined ? undefined : shortened(value)));
  if (is === undefined)
    return { text: `${capitalized(label)} removed${was ? ` (was ${was})` : ""}`, did: `removed the ${label}` };
  const now = `${capitalized(label)} is now ${is}`;
  if (was === undefined) return { text: `${capitalized(label)}: ${is}`, did: `set the ${label} to ${is}`, now };
  return { text: `${capitalized(label)} ${was} → ${is}`, did: `${verb} the ${label} ${was} → ${is}`, now };
}

/** Quoted where the text is new, since a sentence with both is too long. */
export function textEdit(label: string, before: string | undefined, after: string | undefined): DescribedEdit {
  const whole = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  if (after === undefined) return { text: `${capitalized(label)}: removed`, did: `removed the ${label}`, ...whole };
  const text = `${capitalized(label)}${before === undefined ? ":" : ": changed to"} ${quoted(after)}`;
  const verb = before === undefined ? "added" : "changed";
  return { text, did: `${verb} the ${label}`, now: `${capitalized(label)} ${verb}`, ...whole };
}

const longestValue = 80;

export function shortened(text: string, longest = longestValue): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longest ? line : `${[...line].slice(0, longest - 1).join("")}…`;
}

export function quoted(text: string): string {
  return `“${shortened(text, 60)}”`;
}

/** Names such as iOS stay as they are. */
export function capitalized(text: string): string {
  return /^[a-z](?![A-Z])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
