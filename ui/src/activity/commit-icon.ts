import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import type { IconName } from "../elements/icon.tsx";

const icons: Readonly<Record<CommittedChange["kind"], IconName>> = {
  project: "settings",
  platform: "versions",
  instance: "instances",
  window: "maintenance",
  override: "maintenance",
  protection: "proposals",
  proposal: "proposals",
  read_key: "keys",
  token: "tokens",
  grant: "people",
  webhook: "webhooks",
};

/** The kind of its first change; an undo has its own. */
export function commitIcon({ undone, restored, changes }: Commit): IconName {
  if (undone !== null || restored !== null) return "activity";
  const change = changes.find(({ kind }) => kind !== "proposal") ?? changes[0];
  if (!change) return "activity";
  const isText = change.differences.some(({ path }) => /^(messages|titles)\b/.test(path));
  return change.kind === "project" && isText ? "messages" : icons[change.kind];
}
