/** Commits on the wire. Values are shown as they are read elsewhere; what is left of a secret is left out. */

import { differences } from "drawbridge-rules/changes/document-diff.ts";
import { printProtection } from "drawbridge-rules/changes/protection.ts";
import type { Guard } from "drawbridge-rules/changes/refusal.ts";
import type { AccessToken } from "drawbridge-rules/credentials/access-token.ts";
import type { Grant } from "drawbridge-rules/people/grant.ts";
import { printInstance } from "drawbridge-rules/project/instance.ts";
import type { HistoryKind } from "drawbridge-rules/project/kind.ts";
import { printProject } from "drawbridge-rules/project/project.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { printPlatform } from "drawbridge-rules/versions/platform-schema.ts";
import { type MaintenanceWindow, printWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import type { Override } from "drawbridge-rules/windows/occurrence.ts";
import type { Commit as WireCommit, CommittedChange as WireCommittedChange } from "drawbridge-rules/wire/history.ts";
import type { Commit, CommittedChange } from "../../store/store.ts";
import { printToken } from "./access-tokens.ts";
import type { ActorNames } from "./actor-names.ts";
import { printEdgeToken } from "./edge-tokens.ts";
import { printFeedToken } from "./feed-tokens.ts";
import { printProposal } from "./proposal-wire.ts";
import { printReadKey } from "./read-key-wire.ts";

/** Of what a kind looks like to a reader; a kind that is not here is not shown. */
type Print = (value: never, id: string, now: number) => object;

const prints: Readonly<Record<HistoryKind, Print>> = {
  project: printProject,
  platform: printPlatform,
  instance: printInstance,
  window: (window: MaintenanceWindow) => ({ ...printWindow(window), origin: window.origin }),
  override: printOverride,
  protection: printProtection,
  proposal: (proposal: Parameters<typeof printProposal>[1], id) => {
    const { revision: _, ...printed } = printProposal(id, proposal, 0);
    return printed;
  },
  read_key: (key: Parameters<typeof printReadKey>[1], id, now) => printReadKey(id, key, now),
  feed_token: (token: Parameters<typeof printFeedToken>[1], id, now) => printFeedToken(id, token, now),
  access_token: (token: AccessToken, id, now) => printToken(id, token, now),
  edge_token: (token: Parameters<typeof printEdgeToken>[1], id, now) => printEdgeToken(id, token, now),
  grant: ({ role }: Grant) => ({ role }),
};

/** A commit can hold a whole project. @param now epoch ms: states of keys and tokens are those of now */
export function* commitSteps(
  { revision, at, actor, reason, overridden, changes }: Commit,
  nameOf: ActorNames,
  now: number,
): Steps<WireCommit> {
  const shown: WireCommittedChange[] = [];
  for (const change of changes) {
    for (const one of printChange(change, now)) shown.push(one);
    yield;
  }
  return {
    revision,
    at: printInstant(at),
    actor,
    actor_name: nameOf(actor),
    reason,
    overridden: overridden as readonly Guard[],
    changes: shown,
  };
}

function printChange({ kind, id, before, value }: CommittedChange, now: number): WireCommittedChange[] {
  if (!isShown(kind)) return [];
  const print = (text: string | null) =>
    text === null ? null : ({ ...prints[kind](storedValue(kind, text) as never, id, now) } as Record<string, unknown>);
  const [was, is] = [print(before), print(value)];
  return [{ kind, id, before: was, after: is, differences: differences(was ?? {}, is ?? {}) }];
}

export function isShown(kind: string): kind is WireCommittedChange["kind"] {
  return Object.hasOwn(prints, kind);
}

function printOverride({ window, occurrence, start, end, cancelled, completed, byHand }: Override): object {
  return {
    window,
    occurrence,
    start: start === null ? null : printInstant(start),
    end: end === null ? null : printInstant(end),
    cancelled,
    completed,
    by_hand: byHand,
  };
}
