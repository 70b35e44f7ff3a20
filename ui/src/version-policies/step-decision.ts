/** Decisions about a step: its versions become the rules, or it takes place later. */
export const stepDecisions = ["apply", "move"] as const;
export type StepDecision = (typeof stepDecisions)[number];
