import { credentialWords } from "../credentials/credential-texts.ts";
import { counted } from "../texts/formats.ts";

export const tokenTexts = {
  access: {
    ...credentialWords,
    ofServerHint:
      "For a deploy script, create a token in its project's settings instead: it opens only that project, with the role the script needs.",
    ofProjectRead: "Only project owners can see its tokens.",
    nobodys: "A token isn't tied to a person and stays valid when its creator leaves. For approvals, it counts as its creator.",
    title: "Access tokens",
    create: "Create token",
    none: {
      title: "No tokens yet",
      meaning:
        "A token lets a script call the admin API: start maintenance around a deployment, publish a manifest from git, or make a backup.",
      example: ["Release pipeline", "active", "Operator"],
    },
    columns: {
      ...credentialWords.columns,
      role: "Role",
      maker: "Created by",
      used: "Last used",
    },
    neverUsed: "never",
    noMaker: "not a person",
    makerGone: "erased person",
    nameHint: "Where it's used, e.g. deploy script, Frankfurt backup.",
    created: "Token created",
    theToken: "the token",
    howToSend: "How to send it",
    revokeMeaning:
      "Requests with it get 401 immediately. This can't be undone, because the token may have leaked. To restore access, create a new token.",
    revoked: (name: string) => `Token ${name} revoked`,
  },
  calendar: {
    ...credentialWords,
    create: "Create calendar address",
    table: "Calendar addresses",
    columns: { ...credentialWords.columns, covers: "Shows" },
    wholeProject: "Whole project",
    none: {
      title: "No calendar addresses yet",
      meaning:
        "People on call and support teams can see this project's maintenance in their own calendar: planned windows, and any that are moved, extended, or canceled. Give each person their own address, so that you can revoke it separately.",
      example: ["On-call team", "active", "Whole project"],
    },
    nameHint: "Where it's used, e.g. on-call team, support.",
    covers: "Shows",
    coversHint: "All maintenance, or only maintenance that affects one instance.",
    created: "Your calendar address",
    theToken: "calendar address",
    calendarHint:
      "In your calendar app, subscribe to a calendar by URL and paste this address. Many calendars refresh only every few hours.",
    secret: "Anyone with this address can see the project's maintenance without signing in.",
    revoke: "Revoke address",
    revokeMeaning:
      "Calendars subscribed to this address no longer get updates. This can't be undone, because the address may have leaked. To subscribe again, create a new address.",
    revoked: (name: string) => `Address ${name} revoked.`,
  },
  edge: {
    ...credentialWords,
    table: "Edge tokens",
    meaning:
      "Used by edges to connect to this server. A token gives access to replication only: not to the console or the admin API.",
    create: "Create edge token",
    columns: { ...credentialWords.columns, opens: "Projects", edges: "Connected edges" },
    all: "All, including future ones",
    others: (count: number) => counted(count, "# more", "# more"),
    nameHint:
      "Where the edge is, such as Frankfurt. Edges can share a token; with separate tokens you can revoke them separately.",
    opens: "Projects",
    opensHint: "An edge gets only the data of these projects. Edges that serve other edges need all of them.",
    opensOf: { all: "All projects", some: "Selected projects" },
    projects: "Choose projects",
    projectsHint: "Can't be changed later; create another token instead.",
    created: "Your edge token",
    theToken: "the edge token",
    noneConnected: "none",
    revokeMeaning:
      "Edges with this token are disconnected immediately and get no more updates. They keep answering from their copy; to stop that, stop the edges. This can't be undone, because the token may have leaked. To connect them again, create a new token.",
    revokeCuts: (count: number) =>
      counted(count, "# connected edge will be disconnected.", "# connected edges will be disconnected."),
    revoked: (name: string) => `Edge token ${name} revoked`,
  },
};
