export const manifestTexts = {
  meaning:
    "The current configuration as text. Keep it in git and apply it from a script. It contains no keys, and only windows that were planned in a manifest.",
  present: "Current manifest",
  download: "Download file",
  apply: "Apply manifest",
  readOnly: "Applying a manifest requires the Editor role.",
  whole:
    "A manifest is complete: platforms, instances, messages, and manifest windows that it leaves out are deleted. You review the changes before they are published.",
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
  review: (project: string) => `Apply manifest to ${project}`,
};
