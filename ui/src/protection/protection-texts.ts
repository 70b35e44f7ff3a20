export const protectionTexts = {
  readOnly: "Read-only. Editing requires the Owner role.",
  fourEyes: "Require approval",
  fourEyesHint:
    "Another person with the same role approves each change of the configuration. Running maintenance needs no approval, and an owner can publish without it.",
  reasonRequired: "Require a reason",
  reasonRequiredHint: "Every configuration change needs a reason. History shows it next to the author's name.",
  beforeOn:
    "From then on, a second person must approve every change. Make sure another person has the required role: Editor for the configuration, Operator for planned maintenance.",
  beforeOff: "Turning this off also needs approval, or an owner who publishes without it.",
  review: (project: string) => `Change protection of ${project}`,
};
