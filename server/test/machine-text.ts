/** Forms that only a program reads: durations, recurrence rules, times, ids of maintenance started by hand, and manifest paths. */
export const machineText: readonly RegExp[] = [
  // Whole ones: secrets and ends of keys are random, and may begin as one does.
  /(?<!…)\bP(?=T?\d)(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?\b/,
  /FREQ=/,
  /\d{4}-\d\d-\d\dT|\dT\d\d:\d\d/,
  /by-hand-\d/,
  /\b(?:platforms|windows|overrides|keys|messages)\.\w/,
];
