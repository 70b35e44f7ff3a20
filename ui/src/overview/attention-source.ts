/** A source of what needs attention: what it reads of a project, and what it finds there. */

import type { MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";

/** `now`: users are locked out, or about to be; `soon`: they will be, unless the operator acts; `hint`: setup is unfinished. */
export const urgencies = ["now", "soon", "hint"] as const;
export type Urgency = (typeof urgencies)[number];

export interface AttentionItem {
  /** Unique within the source. */
  readonly key: string;
  readonly urgency: Urgency;
  /** The whole of it, in a sentence: it is a link. */
  readonly text: string;
  /** Where it is mended: the path of a screen of the project, and what its address says. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string | true>>;
  /** Decisions that the user can take: buttons that open the same screen with a decision entered. */
  readonly decisions?: readonly AttentionDecision[];
}

export interface AttentionDecision {
  readonly label: string;
  /** Begins with the label, and says what it is about. */
  readonly spoken: string;
  readonly search: Readonly<Record<string, string | true>>;
}

export interface AttentionContext {
  readonly me: WhoAmI;
  readonly project: string;
  /** Epoch ms. */
  readonly now: number;
  readonly maintenance: MaintenanceList;
}

export interface AttentionSource<Data> {
  /** Milliseconds, where what it reads changes and no commit tells of it: then everything of the project is read again. */
  readonly every?: number;
  /** Asked when a project shows, and again when something of it was changed. */
  read(project: string, me: WhoAmI): Promise<Data>;
  find(data: Data, context: AttentionContext): readonly AttentionItem[];
}
