/** Keys that end, and keys that have ended: apps that carry them go on without being told anything. */
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";
import { admin } from "../server-connection.ts";
import { formatRelative } from "../texts/formats.ts";
import type { AttentionContext, AttentionItem, AttentionSource } from "./attention-source.ts";
import { attentionTexts as texts } from "./attention-texts.ts";

const DAY = 86_400_000;
/** Milliseconds before a key's expiry from which it needs attention; within a week it is urgent. */
const notice = 30 * DAY;
const pressing = 7 * DAY;
/** Milliseconds after it. */
const reproach = 14 * DAY;

export const expiringKeys: AttentionSource<readonly ReadKey[]> = {
  read: (project) => admin.listAll("listReadKeys", { project }),
  find: (keys, context) => {
    if (!keys.some(({ state }) => state === "active")) return [noKey(texts.noKey)];
    return keys.flatMap((key) => itemOf(key, context));
  },
};

function noKey(text: string): AttentionItem {
  return { key: "none", urgency: "now", text, to: "/projects/$project/keys", search: { add: "create" } };
}

/** A key for rehearsals ends by itself, as it should. */
function itemOf({ id, name, state, expires_at, replaced_by, rehearsal }: ReadKey, context: AttentionContext): AttentionItem[] {
  if (expires_at === null || rehearsal !== null || state === "revoked") return [];
  const { now } = context;
  const left = Date.parse(expires_at) - now;
  const when = formatRelative(expires_at, now);
  const item = { key: id, to: "/projects/$project/keys", search: { edit: id } } as const;
  if (left > notice || left < -reproach) return [];
  if (left <= 0) return replaced_by === null ? [{ ...item, urgency: "now", text: texts.keyEnded(name, when) }] : [];
  const urgency = left < pressing ? "now" : "soon";
  return [{ ...item, urgency, text: replaced_by === null ? texts.keyEnds(name, when) : texts.oldKeyEnds(name, when) }];
}
