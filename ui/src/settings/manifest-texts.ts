export const manifestTexts = {
  meaning: "The configuration as text, to keep in git. It has no keys, and only windows that a manifest planned.",
  present: "Current manifest",
  download: "Download file",
  toApply: "To apply a changed file:",
};
