/** Events as text (WHATWG HTML §9.2.6, text/event-stream). Data is one line of JSON, in which nothing that anybody wrote can end a line. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import type { CommitNames } from "../../store/store.ts";
import type { ActorNames } from "./actor-names.ts";
import { isShown } from "./history-wire.ts";

/** Milliseconds after which a client comes again. */
const retry = 3_000;

/** Names in one event: whoever hears of so many reads everything again. */
const mostNames = 500;

/** Where a stream stands: the same pair as in an ETag. */
export interface Position {
  readonly epoch: string;
  readonly revision: number;
}

/** The first of a stream: from here on nothing will be missed. */
export function readyText(position: Position): string {
  return `retry: ${retry}\n${eventText("ready", position, { revision: position.revision })}`;
}

/** Instead of it: what was missed is not to be had, so everything is to be read again. */
export function resyncText(position: Position): string {
  return `retry: ${retry}\n${eventText("resync", position, { revision: position.revision })}`;
}

export const heartbeatText = ":\n\n";

/** @param project the only one of the stream; null: several, and each change says of which it is */
export function commitText(epoch: string, commit: CommitNames, project: string | null, nameOf: ActorNames): string {
  const { revision, at, actor, reason } = commit;
  const shown = commit.changes.filter(({ kind }) => isShown(kind));
  const changes = shown
    .slice(0, mostNames)
    .map((change) => ({ ...(project === null ? { project: change.project } : {}), kind: change.kind, id: change.id }));
  const data: CommitEvent = {
    revision,
    at: printInstant(at),
    actor,
    actor_name: nameOf(actor),
    reason,
    changes: changes as CommitEvent["changes"],
    ...(shown.length > mostNames ? { more: true } : {}),
  };
  return eventText("commit", { epoch, revision }, data);
}

/** Null: no stream of ours gave this text. */
export function readPosition(text: string): Position | null {
  const [, epoch, revision] = /^([0-9a-f]{1,64})\.([0-9]{1,15})$/.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, revision: Number(revision) };
}

function eventText(event: "ready" | "resync" | "commit", { epoch, revision }: Position, data: object): string {
  return `id: ${epoch}.${revision}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
