export const occurrenceActs = ["planned", "started", "extended", "moved", "canceled", "completed"] as const;
export type OccurrenceAct = (typeof occurrenceActs)[number];

export const forcingRules = ["minimum", "blocked", "step"] as const;
export type ForcingRuleKind = (typeof forcingRules)[number];

export interface Author {
  readonly actor: string;
  readonly reason: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface Mark extends Author {
  readonly act: OccurrenceAct | ForcingRuleKind;
  /** The version or the entry; "" for an act. */
  readonly rule: string;
  /** Null means that of the row, which is not known before the commit. */
  readonly revision: number | null;
}
