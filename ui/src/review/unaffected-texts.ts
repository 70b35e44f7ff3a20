export const unaffectedTexts = {
  title: "Not affected",
  meaning: "Restoring changes only the configuration. These stay as they are:",
  kinds: {
    read_key: "App keys",
    feed_token: "Calendar addresses",
    access_token: "Access tokens",
    grant: "People and roles",
    override: "Changes to occurrences: started, extended, completed, canceled, moved",
    window: "Maintenance started by hand",
    protection: "Project protection",
    proposal: "Open proposals",
  },
  of: (kind: string, count: string, names: string) => `${kind} (${count}): ${names}`,
  andMore: (names: string) => `${names}, …`,
};
