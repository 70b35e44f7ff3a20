/** Commits on the wire. Values are shown as they are read elsewhere; what is left of a secret is left out. */

import { differences } from "drawbridge-rules/changes/document-diff.ts";
import { printProtection } from "drawbridge-rules/changes/protection.ts";
import type { AccessToken } from "drawbridge-rules/credentials/access-token.ts";
import type { Grant } from "drawbridge-rules/people/grant.ts";
import { printInstance } from "drawbridge-rules/project/instance.ts";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { printProject } from "drawbridge-rules/project/project.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { printPlatform } from "drawbridge-rules/versions/platform-schema.ts";
import { type MaintenanceWindow, printWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import type { Override } from "drawbridge-rules/windows/occurrence.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { Commit, CommittedChange } from "../../store/store.ts";
import { printToken } from "./access-tokens.ts";
import type { ActorNames } from "./actor-names.ts";
import { printEdgeToken } from "./edge-tokens.ts";
import { printFeedToken } from "./feed-tokens.ts";
import { printInstant } from "./instant.ts";
import { printProposal } from "./proposal-wire.ts";
import { printReadKey } from "./read-key-wire.ts";
import { difference, instant, revision } from "./wire-schema.ts";

export const shownKinds = [
  "project",
  "platform",
  "instance",
  "window",
  "override",
  "protection",
  "proposal",
  "read_key",
  "feed_token",
  "access_token",
  "edge_token",
  "grant",
] as const satisfies readonly Kind[];

const value = z.record(z.string(), z.unknown()).nullable();
const changeSchema = z
  .strictObject({
    kind: z.enum(shownKinds),
    id: z.string(),
    before: value,
    after: value,
    differences: z.array(difference).meta({ description: "Leaf by leaf; of a resource that comes or goes all that it says" }),
  })
  .meta({ id: "CommittedChange" });
const commitSchema = z
  .strictObject({
    revision,
    at: instant,
    actor: z.string().meta({ description: "Id of the person or the token", examples: ["t_k3v7q2zd5m"] }),
    actor_name: z
      .string()
      .nullable()
      .meta({ description: "What it is called now; null: not any more", examples: ["deploy script"] }),
    reason: z.string(),
    overridden: z.array(z.string()),
    changes: z.array(changeSchema),
  })
  .meta({ id: "Commit" });

export const historySchema = z
  .strictObject({
    commits: z.array(commitSchema),
    next: z.int().nullable().meta({ description: "For `before`, where there may be more; else null" }),
    compacted: z
      .int()
      .nullable()
      .meta({ description: "What commits up to this revision changed is not kept any more; null: everything is" }),
  })
  .meta({ id: "History" });

/** Of what a kind looks like to a reader; a kind that is not here is not shown. */
type Print = (value: never, id: string, now: number) => object;

const prints: Readonly<Record<(typeof shownKinds)[number], Print>> = {
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
): Steps<wire.Commit> {
  const shown: wire.CommittedChange[] = [];
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
    overridden: overridden as readonly wire.Guard[],
    changes: shown,
  };
}

function printChange({ kind, id, before, value }: CommittedChange, now: number): wire.CommittedChange[] {
  if (!isShown(kind)) return [];
  const print = (text: string | null) =>
    text === null ? null : ({ ...prints[kind](storedValue(kind, text) as never, id, now) } as Record<string, unknown>);
  const [was, is] = [print(before), print(value)];
  return [{ kind, id, before: was, after: is, differences: differences(was ?? {}, is ?? {}) }];
}

export function isShown(kind: string): kind is wire.CommittedChange["kind"] {
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
