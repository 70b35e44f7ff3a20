import type { CommittedChange } from "../wire/history.ts";
import type { Reader } from "./reader.ts";
import { act, type DescribedEdit, quoted, valueEdit } from "./sentence.ts";
import { formatInstant } from "./times.ts";

export type Fields = CommittedChange["before"];

const credentialNouns: Readonly<Record<string, string>> = {
  read_key: "key",
  calendar: "calendar address",
  access: "access token",
  edge: "edge token",
};

export function describeCredential({ kind, before, after }: CommittedChange, reader: Reader): readonly DescribedEdit[] {
  const noun = credentialNouns[kind === "read_key" ? kind : textIn(after ?? before, "kind")] ?? "token";
  const one = `${noun} ${textIn(after ?? before, "name")}`;
  if (!before) return [act(`${after?.imported === true ? "imported" : "created"} ${one}`)];
  if (!after) return [act(`deleted ${one}`)];
  const comes = (field: string) => (before[field] ?? null) === null && (after[field] ?? null) !== null;
  if (comes("revoked_at")) return [act(`revoked ${one}`)];
  if (comes("replaced_by")) return [act(`rotated ${one}`)];
  const edits = ["name", "expires_at"].flatMap((field) => {
    if (before[field] === after[field]) return [];
    const read = (fields: Fields) => (field === "name" ? textIn(fields, field) : expiry(fields, reader));
    const label = `${field === "name" ? "name" : "expiry"} of ${noun} ${textIn(before, "name")}`;
    return [valueEdit({ label, before: read(before), after: read(after) })];
  });
  return edits.length > 0 ? edits : [act(`changed ${one}`)];
}

function expiry(fields: Fields, reader: Reader): string {
  const at = textIn(fields, "expires_at");
  return at === "" ? "never" : formatInstant(at, reader);
}

export function describeWebhook({ before, after }: CommittedChange): readonly DescribedEdit[] {
  const one = `webhook ${textIn(before ?? after, "name")}`;
  if (!before || !after) return [act(`${after ? "created" : "deleted"} ${one}`)];
  return Object.keys(after).flatMap((member) => {
    const [was, is] = [before[member] ?? null, after[member] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (member === "disabled")
      return [act(is === null ? `enabled ${one}` : `disabled ${one}: ${textIn(is as Fields, "reason")}`)];
    if (member === "previous_until") return [act(`rotated the secret of ${one}`)];
    // The history has only the origin of a URL.
    if (member === "url") return [act(`changed the URL of ${one}`)];
    const [from, to] = [was, is].map((value) => (Array.isArray(value) ? value.join(", ") : String(value ?? "all")));
    return [valueEdit({ label: `${member} of ${one}`, before: from, after: to })];
  });
}

const articles: Readonly<Record<string, string>> = { operator: "an", editor: "an", owner: "an", administrator: "an" };

export function describeGrant({ id, before, after }: CommittedChange, reader: Reader): DescribedEdit {
  return roleEdit(id, before?.role, after?.role, reader);
}

/** Undefined means none. */
export function roleEdit(person: string, before: unknown, after: unknown, { names }: Reader): DescribedEdit {
  const was = before === undefined ? "" : ` (was ${before})`;
  if (after === undefined) return act(`removed ${names.person(person)}${was}`);
  return act(`made ${names.person(person)} ${articles[String(after)] ?? "a"} ${after}${was}`);
}

const proposalVerbs: Readonly<Record<string, string>> = {
  approved: "approved",
  published: "published",
  rejected: "rejected",
  withdrawn: "withdrew",
};

export function describeProposal({ before, after }: CommittedChange): DescribedEdit {
  const about = quoted(textIn(after ?? before, "title"));
  if (!after) return act(`deleted the request for ${about}`);
  if (before === null) return act(`requested approval for ${about}`);
  const state = textIn(after, "state");
  if (state !== textIn(before, "state") && state !== "open") return act(`${proposalVerbs[state] ?? "changed"} ${about}`);
  const isUpdated = JSON.stringify(after.updated) !== JSON.stringify(before.updated);
  // After the first of two approvals, it stays open.
  const isSame = after.hash === before.hash;
  return act(`${isSame ? "approved" : isUpdated ? "updated" : "changed"} ${about}`);
}

export function textIn(fields: Fields, name: string): string {
  const value = fields?.[name];
  return typeof value === "string" ? value : "";
}
