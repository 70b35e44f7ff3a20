/** Requests of the API reference, one for each operation, in an order in which each succeeds on the demo. */

// biome-ignore lint/suspicious/noExplicitAny: answers of every form
export type Answers = Readonly<Record<string, any>>;

type Names = Readonly<Record<string, string>>;

export interface ExampleStep {
  readonly operation: string;
  /** Replaces the examples of the document, and names what earlier answers have. */
  readonly params?: Names | ((answers: Answers) => Names);
  readonly query?: string;
  /** Replaces the example of the document; undefined means there is none. */
  readonly body?: object | undefined | ((answers: Answers) => unknown);
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the access token of the installation. */
  readonly credential?: "none" | "read key" | "session";
  /** Where the server cannot be made to succeed. */
  readonly status?: number;
}

const creating = { "if-none-match": "*" };
const replacing = { "if-match": "*" };
const patching = { "content-type": "application/merge-patch+json" };
const merging = { ...replacing, ...patching };
const password = "as long as you like";
const own =
  (operation: string, name: string, member = "id") =>
  (answers: Answers) => ({ [name]: String(answers[operation][member]) });
const key = own("createReadKey", "key");
const person = own("inviteMember", "person", "person");
const proposal = (answers: Answers) => ({ proposal: String(answers.listProposals.proposals[0].id) });
const linkOf = (answers: Answers) => String(answers.inviteMember.link.url).replace(/^.*#link=/, "");
const hashed = (operation: string) => (answers: Answers) => ({ hash: answers[operation].hash });

const newWindow = { title: "Index rebuild", instances: ["eu-1"], start: "2027-03-06T02:00", zone: "Europe/Rome", duration: "2h" };
const newManifest = {
  apiVersion: "drawbridge/v1",
  project: "acme-news",
  stores: { apple: "https://apps.apple.com/app/id987654321" },
  platforms: { ios: { minimum: "2.4.0" } },
};

export const exampleSteps: readonly ExampleStep[] = [
  { operation: "config", query: "platform=ios&current_version=2.3.0", credential: "read key" },
  { operation: "maintenance", query: "instanceId=eu-1", credential: "read key" },
  { operation: "gate", query: "platform=ios&current_version=2.3.0", credential: "read key" },

  { operation: "listProjects" },
  { operation: "getProject" },
  { operation: "getOverview", query: "projects=acme-shop" },
  {
    operation: "putProject",
    params: { project: "acme-travel" },
    body: { name: "Acme Travel", languages: ["en", "de"] },
    headers: creating,
  },
  { operation: "patchProject", body: { ttl: "1m" }, headers: merging },
  { operation: "getManifest", headers: { accept: "application/yaml" } },
  { operation: "applyManifest", params: { project: "acme-news" }, body: newManifest, headers: creating },
  { operation: "listPlatforms", query: "limit=1" },
  { operation: "getPlatform" },
  { operation: "putPlatform", params: { platform: "huawei" }, body: { minimum: "2.4.0", store: "none" }, headers: replacing },
  { operation: "patchPlatform", body: { recommended: "2.6.1" }, headers: merging },
  { operation: "deletePlatform", params: { platform: "huawei" }, headers: replacing },
  { operation: "listInstances", query: "limit=1" },
  { operation: "getInstance" },
  { operation: "putInstance", params: { instance: "ap-1" }, body: { name: "Acme Asia", reminder: "1d" }, headers: creating },
  { operation: "patchInstance", params: { instance: "ap-1" }, body: { reminder: "2h" }, headers: merging },
  { operation: "deleteInstance", params: { instance: "ap-1" }, headers: replacing },
  { operation: "putMaintenanceWindow", params: { window: "index-rebuild" }, body: newWindow, headers: creating },
  { operation: "patchMaintenanceWindow", params: { window: "index-rebuild" }, body: { duration: "3h" }, headers: merging },
  { operation: "getMaintenanceWindow", params: { window: "index-rebuild" } },
  { operation: "listMaintenanceWindows", query: "limit=1&state=scheduled" },
  { operation: "listMaintenance", query: "limit=1" },
  { operation: "moveMaintenance", body: { occurrence: "index-rebuild/2027-03-06T02:00", start: "2027-03-07T02:00" } },
  { operation: "cancelMaintenance", body: { occurrence: "index-rebuild/2027-03-06T02:00" } },
  { operation: "startMaintenance", query: "reason=orders+are+slow", body: { for: "30m", instances: ["us-1"] } },
  { operation: "extendMaintenance", body: (answers) => ({ window: answers.startMaintenance.window, by: "15m" }) },
  { operation: "completeMaintenance", body: (answers) => ({ window: answers.startMaintenance.window }) },
  { operation: "deleteMaintenanceWindow", params: { window: "index-rebuild" }, headers: replacing },
  { operation: "simulate", query: "platform=ios&version=2.3.0" },

  { operation: "createReadKey", body: { name: "ios 2.6", platforms: ["ios"] } },
  { operation: "getReadKey", params: key },
  { operation: "patchReadKey", params: key, body: { name: "ios 2.6 and later" }, headers: patching },
  { operation: "listReadKeys", query: "limit=1" },
  { operation: "rotateReadKey", params: key, body: { overlap: "30d" } },
  { operation: "revokeReadKey", params: own("rotateReadKey", "key"), query: "reason=leaked" },
  { operation: "importReadKey", body: { name: "apps of 2025", value: "legacy-key-0123456789" } },
  {
    operation: "moveReadKey",
    query: "reason=the+app+moved",
    body: (answers) => ({ project: "acme-shop", key: answers.importReadKey.id, to: "acme-travel" }),
  },
  {
    operation: "releaseReadKey",
    query: "reason=the+app+moved",
    body: (answers) => ({ project: "acme-travel", key: answers.moveReadKey.id }),
  },
  { operation: "getUsage" },
  { operation: "getInstallationUsage" },
  { operation: "getAdoption", query: "days=2&platform=ios" },

  { operation: "createProjectToken", body: { kind: "calendar", name: "team calendar" } },
  { operation: "getCalendar", params: (answers) => ({ token: answers.createProjectToken.token }), credential: "none" },
  { operation: "getProjectToken", params: own("createProjectToken", "token") },
  { operation: "patchProjectToken", params: own("createProjectToken", "token"), body: { name: "calendar" }, headers: patching },
  { operation: "listProjectTokens", query: "limit=1" },
  { operation: "revokeProjectToken", params: own("createProjectToken", "token") },
  { operation: "createToken", body: { kind: "edge", name: "Frankfurt" } },
  { operation: "getToken", params: own("createToken", "token") },
  { operation: "patchToken", params: own("createToken", "token"), body: { name: "Frankfurt 1" }, headers: patching },
  { operation: "listTokens", query: "limit=1" },
  { operation: "listEdges" },
  { operation: "revokeToken", params: own("createToken", "token") },

  { operation: "createWebhook" },
  { operation: "getWebhook", params: own("createWebhook", "webhook") },
  {
    operation: "patchWebhook",
    params: own("createWebhook", "webhook"),
    body: { events: ["maintenance.started", "maintenance.ended"] },
    headers: patching,
  },
  { operation: "listWebhooks" },
  { operation: "rotateWebhookSecret", params: own("createWebhook", "webhook") },
  { operation: "listDeliveries", params: own("createWebhook", "webhook") },
  { operation: "replayDeliveries", params: own("createWebhook", "webhook") },
  { operation: "deleteWebhook", params: own("createWebhook", "webhook") },

  { operation: "getHistory", query: "limit=1" },
  { operation: "getInstallationHistory", query: "limit=1" },
  { operation: "getProjectEvents", query: "follow=false" },
  { operation: "getEvents", query: "follow=false" },
  { operation: "undo", query: "dry_run=true", body: (answers) => ({ revision: answers.patchProject.revision }) },

  { operation: "getSignInOptions", credential: "none" },
  { operation: "inviteMember", body: { login: "ada@acme.example", name: "Ada", role: "editor" } },
  { operation: "lookUpPerson", body: { login: "ada@acme.example" } },
  { operation: "inspectAccountLink", body: (answers) => ({ link: linkOf(answers) }), credential: "none" },
  { operation: "redeemAccountLink", body: (answers) => ({ link: linkOf(answers), password }), credential: "none" },
  { operation: "putMember", params: person, body: { role: "owner" }, headers: replacing },
  { operation: "listMembers" },
  { operation: "createPerson", body: { login: "grace@acme.example", name: "Grace" } },
  { operation: "listPeople", query: "limit=1" },
  { operation: "getPerson", params: person },
  // The last administrator who can sign in stays one.
  { operation: "putAdministrator", params: person, headers: creating, body: undefined },
  { operation: "listAdministrators" },
  { operation: "putAdministrator", params: own("createPerson", "person"), headers: creating, body: undefined },
  { operation: "linkPerson", params: own("createPerson", "person") },
  { operation: "signIn", body: { login: "ada@acme.example", password }, credential: "none" },
  { operation: "getSession", credential: "session" },
  { operation: "listSessions", credential: "session" },
  { operation: "listProposals", query: "limit=1" },
  { operation: "getProposal", params: proposal },
  { operation: "approveProposal", params: proposal, body: hashed("getProposal"), credential: "session" },
  { operation: "changePassword", body: { current: password, password: "longer than it was before" }, credential: "session" },
  { operation: "signOut", credential: "session" },
  { operation: "deleteAdministrator", params: own("createPerson", "person"), headers: replacing },
  { operation: "signOutPerson", params: person },
  { operation: "disablePerson", params: own("createPerson", "person") },
  { operation: "enablePerson", params: own("createPerson", "person") },
  { operation: "deleteMember", params: person, headers: replacing },
  { operation: "erasePerson", params: own("createPerson", "person") },
  { operation: "getProtection" },
  { operation: "putProtection", body: { four_eyes: true, reason_required: true }, headers: replacing },

  { operation: "compact", query: "dry_run=true" },
  { operation: "proveServer", query: "challenge=q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA", credential: "none" },
  { operation: "getStatus" },
  { operation: "getTimeZones", query: "zone=Europe/Rome" },
  { operation: "deleteProject", params: { project: "acme-travel" }, headers: replacing },
];
