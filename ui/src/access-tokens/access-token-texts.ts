import { credentialColumns, credentialWords } from "../credentials/credential-words.ts";
import { counted } from "../texts/formats.ts";

export const accessTokenTexts = {
  ...credentialWords,
  ofServer: "Used by scripts to call the admin API. Each token opens every project on this server, and this console.",
  ofServerHint:
    "For a deploy script, create a token in its project's settings instead: it opens only that project, with the role the script needs.",
  projectTitle: "Access tokens",
  ofProject: "Used by scripts to call the admin API. Each token opens only this project, with its assigned role.",
  ofProjectRead: "Only project owners can see its tokens.",
  nobodys: "A token isn't tied to a person and stays valid when its creator leaves. For approvals, it counts as its creator.",
  create: "Create token",
  emptyTitle: "No tokens yet",
  emptyServer:
    "A token lets a script act as an administrator, for example for backups or to create projects. The token in the DRAWBRIDGE_ADMIN_TOKEN setting isn't listed.",
  emptyProject:
    "A token lets a script work in this project: start maintenance around a deployment, or publish a manifest from git.",
  noneFound: "No matching tokens.",
  found: (count: number) => counted(count, "# token", "# tokens"),
  columns: {
    ...credentialColumns,
    role: "Role",
    maker: "Created by",
    used: "Last used",
  },
  neverUsed: "never used",
  noMaker: "not a person",
  makerGone: (id: string) => `erased (${id})`,
  nameHint: "Where it's used, e.g. deploy script, Frankfurt backup.",
  created: "Token created",
  theToken: "the token",
  howToSend: "How to send it",
  title: (name: string) => `Token ${name}`,
  gone: "This token doesn't exist here.",
  revokeMeaning:
    "Requests with it get 401 immediately. This can't be undone, because the token may have leaked. To restore access, create a new token.",
  revoked: (name: string) => `Token ${name} revoked`,
};
