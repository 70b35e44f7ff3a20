export const protectionTexts = {
  readOnly: "Read-only. Editing requires the Owner role.",
  fourEyes: "Require approval",
  fourEyesHint: "Changes are proposed, and another person approves them. An editor then still has to publish them.",
  reasonRequired: "Require a reason",
  reasonRequiredHint: "Every configuration change needs a reason. History shows it next to the author's name.",
  beforeOn:
    "From then on, a second person must approve every change. Make sure another person has the required role: Editor for the configuration, Operator for planned maintenance.",
  beforeOff: "Turning this off also needs approval, or an owner who publishes without it.",
  review: (project: string) => `Change protection of ${project}`,
  meaningTitle: "How approval works",
  who: {
    editor: "Author:",
    second: "Reviewer:",
    publisher: "Publisher:",
    maintenance: "Maintenance:",
    keys: "Keys, tokens, and members:",
    owner: "Owner:",
  },
  does: {
    editor:
      "Chooses Propose instead of Publish and gives a reason. Nothing changes for apps yet. Applies to settings, platforms, versions, messages, instances, planned windows, and this page.",
    second:
      "Another person with the same role reviews the change under Proposals and approves it. People can't approve their own proposals; a token counts as the person who created it.",
    publisher:
      "Any person with that role publishes the change. If the configuration it affects has changed in the meantime, it must be proposed again.",
    maintenance:
      "Operators start, extend, complete, and cancel it immediately, without approval. Moving or planning it needs approval.",
    keys: "Owners create and revoke them without approval.",
    owner: "Can publish without approval in an emergency. It requires a reason, and History marks it.",
  },
};
