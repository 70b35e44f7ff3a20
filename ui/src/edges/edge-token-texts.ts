import { credentialColumns, credentialWords } from "../credentials/credential-words.ts";
import { counted } from "../texts/formats.ts";

export const edgeTokenTexts = {
  ...credentialWords,
  table: "Edge tokens",
  meaning:
    "Used by edges to connect to this server. A token gives access to replication only: not to the console or the admin API.",
  create: "Create edge token",
  columns: { ...credentialColumns, opens: "Projects", edges: "Connected edges" },
  all: "All, including future ones",
  others: (count: number) => counted(count, "# more", "# more"),
  nameHint: "Where the edge is, such as Frankfurt. Edges can share a token; with separate tokens you can revoke them separately.",
  opens: "Projects",
  opensHint: "An edge gets only the data of these projects. Edges that serve other edges need all of them.",
  opensOf: { all: "All projects", some: "Selected projects" },
  projects: "Choose projects",
  projectsHint: "Can't be changed later; create another token instead.",
  expiry: "Expires at",
  created: "Your edge token",
  theToken: "the edge token",
  title: (name: string) => `Edge token ${name}`,
  gone: "This edge token doesn't exist.",
  followNow: "Edges connected with it",
  none: "none",
  revokeMeaning:
    "Edges with this token are disconnected immediately and get no more updates. They keep answering from their replica; to stop that, stop the edges. This can't be undone, because the token may have leaked. To connect them again, create a new token.",
  revokeCuts: (count: number) =>
    counted(count, "# connected edge will be disconnected.", "# connected edges will be disconnected."),
  revoked: (name: string) => `Edge token ${name} revoked`,
};
