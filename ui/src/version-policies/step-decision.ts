/** Decisions about a step that is held, or in effect. */
export const stepDecisions = ["apply", "move", "remove"] as const;
export type StepDecision = (typeof stepDecisions)[number];
