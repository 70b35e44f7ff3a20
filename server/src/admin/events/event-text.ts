/** The events of the admin API as text. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import { eventText } from "../../log/stream/fan-out.ts";
import type { CommitNames, Head } from "../../store/store.ts";
import type { ActorNames } from "../answer/actor-names.ts";
import { isShown } from "../answer/history-wire.ts";

/** Milliseconds that clients wait before reconnecting. */
const retry = 3_000;

/** Names in one event: a client that gets more than this reloads everything. */
const maxNames = 500;

/** The first event of a stream. `ready`: nothing will be missed; `resync`: what was missed is gone, so read everything again. */
export function openingText(event: "ready" | "resync", head: Head): string {
  return `retry: ${retry}\n${eventText(event, { revision: head.revision }, idOf(head))}`;
}

/** @param project the only one of the stream; null: several, and each change names its own */
export function commitText(epoch: string, commit: CommitNames, project: string | null, nameOf: ActorNames): string {
  const { revision, at, actor, reason } = commit;
  const shown = commit.changes.filter(({ kind }) => isShown(kind));
  const changes = shown
    .slice(0, maxNames)
    .map((change) => ({ ...(project === null ? { project: change.project } : {}), kind: change.kind, id: change.id }));
  const data: CommitEvent = {
    revision,
    at: printInstant(at),
    actor,
    actor_name: nameOf(actor),
    reason,
    changes: changes as CommitEvent["changes"],
    ...(shown.length > maxNames ? { more: true } : {}),
  };
  return eventText("commit", data, idOf({ epoch, revision }));
}

/** Null: no stream of ours gave this text. */
export function readPosition(text: string): Head | null {
  const [, epoch, revision] = /^([0-9a-f]{1,64})\.([0-9]{1,15})$/.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, revision: Number(revision) };
}

/** The same pair as in an ETag. */
function idOf({ epoch, revision }: Head): string {
  return `${epoch}.${revision}`;
}
