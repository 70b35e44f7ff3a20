export const manifestTexts = {
  meaning: "The configuration as text, to keep in git. It has no keys, and only windows that a manifest planned.",
  present: "Current manifest",
  download: "Download file",
  apply: "Apply manifest",
  readOnly: "Applying a manifest requires the Editor role.",
  whole: "A manifest is complete: whatever it leaves out is deleted. You review the changes first.",
  field: "Manifest",
  fieldHint: "YAML or JSON. Paste it here or choose a file.",
  choose: "Choose file…",
  wrong: "This manifest can't be applied.",
  problems: "Errors",
  line: (line: number) => `Line ${line}`,
  drift: "Changed outside the manifest",
  driftMeaning:
    "These were changed in the console or with the CLI since the last manifest. Add the changes to the text, or overwrite them.",
  driftOf: (path: string, applied: string, current: string, desired: string) =>
    `${path}: last manifest ${applied}, current ${current}, this text ${desired}`,
  overwrite: "Overwrite changes made outside the manifest",
  review: "Apply the manifest",
};
