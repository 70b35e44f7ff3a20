import { counted } from "../texts/texts.ts";

export const edgeTexts = {
  meaning:
    "Servers near your apps that answer from a replica and keep working while this server is unavailable. Each edge reports its own status.",
  several: "If several processes share a database, this list shows only the edges connected to the one serving you.",
  table: "Edges",
  emptyTitle: "No edges connected",
  empty:
    "An edge answers nearby apps from its own replica, byte for byte like this server. It needs no database and keeps answering while this server is down or restarting. Two steps to set one up:",
  stepToken: "Create an edge token here. It lets edges replicate this server and gives no other access.",
  stepStart: "Start the edge on its machine:",
  emptyDone: "The edge appears here within seconds. Then point apps to its address; they keep their keys.",
  start: "Start command for the edge's machine:",
  command: "the start command",
  where:
    "The last argument is this server's address for edges. If edges reach it by another name, use that name. Edges connect only over https://, or to their own machine.",
  tokenHere: "dbe_…",
  find: "Find by machine, token, or address",
  state: "State",
  anyState: "Any state",
  noneFound: "No matching edges.",
  found: (count: number, locale: string) => counted(count, "# edge", "# edges", locale),
  following: (count: number, locale: string) => counted(count, "# connected", "# connected", locale),
  columns: {
    edge: "Edge",
    state: "State",
    revision: "Revision",
    since: "Connected since",
    program: "Program",
    address: "Address",
  },
  states: {
    following: "up to date",
    behind: "behind",
    nothing: "no data yet",
    problem: "error",
    away: "offline",
    ended: "disconnected",
  },
  statesMeaning: {
    following: "Has every change from this server.",
    behind: "Hasn't confirmed the latest changes yet. Normal for a few seconds after a change; if it persists, check its log.",
    nothing: "Has no current replica. It is still loading, or the edge version is too old.",
    problem: "Can't apply updates and answers from its earlier replica. It reports:",
    away: "Not connected. If it is running, it keeps answering from its replica and keeps trying to reconnect. Check that it is running and can reach this server.",
    ended: "Its token was revoked. If it is still running, it keeps answering from its replica; to prevent that, stop it.",
  },
  behindBy: (count: number, locale: string) => counted(count, "# behind", "# behind", locale),
  noRevision: "none",
  otherEpoch: "from another epoch",
  heard: "last seen",
  tzdata: (version: string) => `time zones ${version}`,
  title: (host: string) => `Edge ${host}`,
  gone: "No edge has this address. Edges that are offline for a day are removed from the list.",
  token: "Token",
  heardAt: "Last seen",
  epoch: "Epoch",
  followers: "Connected edges",
  id: "ID",
  now: {
    problem: (edge: string) => `Edge ${edge} can't apply updates and answers apps from an old replica`,
    problems: (count: number, locale: string) =>
      counted(count, "", "# edges can't apply updates and answer apps from an old replica", locale),
    away: (edge: string, when: string) =>
      `Edge ${edge} was last seen ${when}. If it is running, it answers apps from an old replica`,
    aways: (count: number, locale: string) =>
      counted(count, "", "# edges are offline. Any that are running answer apps from an old replica", locale),
    nothing: (edge: string) => `Edge ${edge} is connected but has no data to answer from yet`,
    nothings: (count: number, locale: string) =>
      counted(count, "", "# edges are connected but have no data to answer from yet", locale),
    behind: (edge: string, revisions: string) => `Edge ${edge} is behind by ${revisions}`,
    behinds: (count: number, locale: string) => counted(count, "", "# edges have been behind for a while", locale),
    revisions: (count: number, locale: string) => counted(count, "# revision", "# revisions", locale),
  },
};
