/** Acts on credentials, roles and proposals. */
import type { CommittedChange } from "../wire/history.ts";
import { memberOf } from "./member-words.ts";
import { listNames, type Reader } from "./reader.ts";
import { act, type DescribedEdit, valueEdit } from "./sentence.ts";
import { formatInstant } from "./times.ts";

type Fields = CommittedChange["before"];

const credentialNouns: Readonly<Record<string, string>> = {
  read_key: "key",
  calendar: "calendar address",
  access: "access token",
  edge: "edge token",
};

/** `rotated key demo`, `revoked access token deploy` */
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

const articles: Readonly<Record<string, string>> = { operator: "an", editor: "an", owner: "an", administrator: "an" };

/** `made Vera Lang a viewer` */
export function describeGrant({ id, before, after }: CommittedChange, reader: Reader): DescribedEdit {
  return roleEdit(id, before?.role, after?.role, reader);
}

/** @param before role; undefined, like `after`: none */
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

/** `requested approval for iOS (p_k3v7q2zd5m)` */
export function describeProposal({ id, before, after }: CommittedChange, reader: Reader): DescribedEdit {
  const state = textIn(after, "state");
  const about = proposedText(after ?? before, reader);
  if (!after) return act(`deleted the request ${id}`);
  if (before === null) return act(`requested approval for ${about} (${id})`);
  const verb = state === textIn(before, "state") ? undefined : proposalVerbs[state];
  return act(`${verb ?? "changed"} the request for ${about} (${id})`);
}

function proposedText(fields: Fields, { names }: Reader): string {
  const edits = Array.isArray(fields?.edits) ? fields.edits : [];
  const shown = edits.map((edit) => {
    const [kind, id] = [String(memberOf(edit, "kind")), String(memberOf(edit, "id") ?? "")];
    if (kind === "platform") return names.platform(id);
    if (kind === "instance") return names.instance(id);
    if (kind === "window") return names.window(id);
    return kind === "override"
      ? names.window(id.slice(0, id.lastIndexOf("/")))
      : kind === "manifest"
        ? "a manifest"
        : `the ${kind}`;
  });
  return listNames([...new Set(shown)]) || "a change";
}

function textIn(fields: Fields, name: string): string {
  const value = fields?.[name];
  return typeof value === "string" ? value : "";
}
