import { differences } from "drawbridge-rules/changes/document-diff.ts";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import { printProtection } from "drawbridge-rules/changes/protection.ts";
import type { CredentialKind } from "drawbridge-rules/credentials/credential.ts";
import type { Override } from "drawbridge-rules/occurrence/occurrence.ts";
import type { Grant } from "drawbridge-rules/people/role.ts";
import { printInstance } from "drawbridge-rules/project/instance.ts";
import type { HistoryKind } from "drawbridge-rules/project/kind.ts";
import { printProject } from "drawbridge-rules/project/project.ts";
import type { Proposal, ResourceValues } from "drawbridge-rules/project/resource.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { printMembers } from "drawbridge-rules/values/member.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { printPlatform } from "drawbridge-rules/versions/platform-schema.ts";
import { type Webhook, webhookMembers } from "drawbridge-rules/webhooks/webhook.ts";
import { type MaintenanceWindow, printWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import type { Commit as WireCommit, CommittedChange as WireCommittedChange } from "drawbridge-rules/wire/history.ts";
import { hashCredential } from "../../base/hash.ts";
import type { Commit, CommittedChange } from "../../store/store.ts";
import { printCredential } from "./credential-wire.ts";
import { type ActorNames, printMark } from "./marks-wire.ts";
import { printStoredProposal } from "./proposal-wire.ts";

type Print = (value: never, id: string, now: number) => object;

const prints: Readonly<Record<HistoryKind, Print>> = {
  project: printProject,
  platform: printPlatform,
  instance: printInstance,
  window: (window: MaintenanceWindow) => ({ ...printWindow(window), origin: window.origin }),
  override: printOverride,
  protection: printProtection,
  proposal: (proposal: Proposal, id, now) => printStoredProposal(id, proposal, now),
  read_key: printerOf("read_key"),
  token: printerOf("token"),
  grant: ({ role }: Grant) => ({ role }),
  webhook: printWebhook,
};

function printerOf<K extends CredentialKind>(kind: K) {
  return (value: ResourceValues[K], id: string, now: number) => printCredential(kind, id, value, now);
}

/** In steps, since a commit can hold a whole project. @param now for the states of keys and tokens */
export function* commitSteps(commit: Commit, nameOf: ActorNames, now: number): Steps<WireCommit> {
  const { overridden, undone, restored, changes } = commit;
  const shown: WireCommittedChange[] = [];
  for (const change of changes) {
    for (const one of printChange(change, now)) shown.push(one);
    yield;
  }
  return {
    ...printMark(commit, nameOf),
    overridden: overridden as readonly GuardCode[],
    undone,
    restored,
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

function printOverride({ window, occurrence, start, end, canceled, completed, byHand }: Override): object {
  return {
    window,
    occurrence,
    start: start === null ? null : printInstant(start),
    end: end === null ? null : printInstant(end),
    canceled,
    completed,
    by_hand: byHand,
  };
}

/** A URL can hold a secret: the history shows its origin and a digest. */
function printWebhook(webhook: Webhook, id: string): object {
  const { href, origin } = new URL(webhook.url);
  const url = href === `${origin}/` ? href : `${origin}/… (${hashCredential(href).slice(0, 8)})`;
  return { id, ...printMembers(webhookMembers, webhook), url };
}
