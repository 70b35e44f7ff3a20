import { type OutdatedMember, proposedDifferences } from "../changes/proposal-rebase.ts";
import { printForm } from "../changes/resource-form.ts";
import type { ProposedChange } from "../project/resource.ts";
import { splitPath } from "../values/fields.ts";
import { describeDifferences } from "./edit.ts";
import { describeOverride } from "./occurrence-change.ts";
import type { Reader } from "./reader.ts";
import { capitalized } from "./sentence.ts";

type Change = Pick<ProposedChange, "edits" | "before">;

/** `iOS minimum 2.4.0 → 2.6.0 and 2 more` */
export function describeProposal(change: Change, reader: Reader): string {
  if (change.edits.some(({ kind, value }) => kind === "project" && value === null)) return "Deleted the project";
  const edits = change.edits.filter(({ kind }) => kind !== "override");
  const others = describeDifferences(proposedDifferences({ ...change, edits }), reader).map(({ text }) => text);
  const [first, ...more] = [...overrideTexts(change, reader), ...others];
  if (first === undefined) return "No change";
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

function overrideTexts({ edits, before }: Change, reader: Reader): string[] {
  return edits.flatMap((edit) => {
    if (edit.kind !== "override") return [];
    const was = before.find(({ kind, id }) => kind === "override" && id === edit.id)?.form ?? null;
    const is = edit.value && printForm(edit, edit.value);
    return describeOverride({ before: was as Form, after: is as Form }, reader).text;
  });
}

type Form = Parameters<typeof describeOverride>[0]["after"];

const credentials: Readonly<Record<string, string>> = { keys: "key", tokens: "token", members: "member" };

/** `iOS minimum 2.4.0 → 2.5.0`, the change since. */
export function describeOutdated({ path, before, current }: OutdatedMember, reader: Reader): string {
  const [root = "", id = "", member, occurrence] = splitPath(path);
  if (Object.hasOwn(credentials, root)) {
    const name = root === "members" ? reader.names.person(id) : reader.names.key(id);
    return capitalized(`${credentials[root]} ${name} was ${current === undefined ? "deleted" : "added"}`);
  }
  if (member === "occurrences") return `Times of ${reader.names.window(id)}, occurrence ${occurrence}`;
  const changed = describeDifferences([{ path, before, after: current }], reader);
  return changed.map(({ text }) => text).join("; ");
}
