/** Forms that only a program reads: durations, recurrence rules, times, ids of maintenance started by hand, and manifest paths. */
export const machineText: readonly RegExp[] = [
  // After …, the end of a key.
  /(?<!…)\bP(?:T?\d)/,
  /FREQ=/,
  /\d{4}-\d\d-\d\dT/,
  /by-hand-\d/,
  /\b(?:platforms|windows|overrides|keys)\.[a-z_]/,
];
