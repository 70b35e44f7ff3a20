/** Requests recorded from an earlier build, in order. `{name}` is a value captured from an earlier answer. */

export interface Step {
  readonly method: string;
  /** Path with its query; `/api/v1/…` is a read. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Captures: name → dotted path in the answer's body. */
  readonly capture?: Readonly<Record<string, string>>;
  /** Name of the captured read key for a read; absent means the imported key. */
  readonly key?: string;
}

const creating = { "if-none-match": "*" };
const replacing = { "if-match": "*" };
const shop = "/admin/v1/projects/acme-shop";
const other = "/admin/v1/projects/beta";

const manifest = {
  apiVersion: "drawbridge/v1",
  project: "acme-shop",
  name: "Acme Shop",
  languages: ["en", "de", "it"],
  ttl: "PT30S",
  reminder: "PT1H",
  stores: {
    android: "https://play.google.com/store/apps/details?id=com.acme.shop",
    apple: "https://apps.apple.com/app/id123456789",
  },
  messages: {
    upgrade: { en: "Please update to {minimum_version}.", de: "Bitte auf {minimum_version} aktualisieren." },
    maintenance: { en: "{project_name} is back at {end_time}." },
  },
  platforms: {
    ios: { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0", ">=2.5.3 <2.5.5"], exempt: ["3.0.0-beta.2"] },
    android: { minimum: "2.4" },
    huawei: { minimum: "2.4", store: "android", stores: { android: "https://appgallery.huawei.com/app/C100" } },
  },
  instances: { "eu-1": { name: "Acme Europe", reminder: "PT24H" }, "us-1": { name: { en: "Acme US", de: "Acme USA" } } },
  windows: {
    "db-upgrade": { instances: ["eu-1"], start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H", overrun: "hold" },
    backups: {
      instances: ["us-1"],
      start: "2026-11-01T02:30",
      zone: "America/New_York",
      duration: "PT30M",
      repeat: "FREQ=WEEKLY;BYDAY=SU",
      except: ["2026-12-27"],
    },
    today: { instances: ["eu-1"], start: "2026-11-21T11:00", duration: "PT3H", message: { en: "Until {end_time}." } },
  },
};

const reads: readonly Step[] = [
  "config?platform=ios&current_version=2.3.0",
  "config?platform=ios&current_version=2.5.4&lang=de",
  "config?platform=ios&current_version=3.0.0-beta.2",
  "config?platform=android&current_version=2.4",
  "config?platform=huawei&current_version=1.0&lang=it",
  "config?platform=ios&current_version=not-a-version",
  "maintenance?instanceId=eu-1",
  "maintenance?instanceId=us-1&lang=de",
  "maintenance?instanceId=nothing",
].map((path) => ({ method: "GET", path: `/api/v1/${path}` }));

const lists: readonly Step[] = [
  "/admin/v1/projects",
  shop,
  `${shop}/manifest`,
  `${shop}/platforms`,
  `${shop}/platforms/ios`,
  `${shop}/instances`,
  `${shop}/instances/eu-1`,
  `${shop}/instances?limit=1`,
  `${shop}/windows`,
  `${shop}/windows/backups`,
  `${shop}/maintenance`,
  `${shop}/keys`,
  `${shop}/tokens`,
  `${shop}/members`,
  `${shop}/protection`,
  `${shop}/proposals`,
  `${shop}/history`,
  `${shop}/history?limit=3&kind=platform`,
  `${shop}/usage`,
  `${shop}/simulate?platform=ios&version=2.5.4`,
  `${shop}/simulate?instance=eu-1&at=2026-12-06T02:30:00%2B01:00`,
  "/admin/v1/people",
  "/admin/v1/administrators",
  "/admin/v1/tokens",
  "/admin/v1/history?limit=5",
].map((path) => ({ method: "GET", path }));

/** Changes nothing but counts of requests. */
export const reading: readonly Step[] = [...lists, ...reads, ...reads.map((step) => ({ ...step, key: "rotatedKey" }))];

export const steps: readonly Step[] = [
  { method: "PUT", path: `${shop}/manifest?dry_run=true`, body: manifest, headers: creating },
  { method: "PUT", path: `${shop}/manifest`, body: manifest, headers: creating },
  {
    method: "PUT",
    path: `${shop}/manifest`,
    body: { ...manifest, name: 7, platforms: { ios: { minimum: "x" } }, colour: 1 },
    headers: replacing,
  },
  { method: "POST", path: `${shop}/keys`, body: { name: "Acme Shop 2.7" }, capture: { key: "key", keyId: "id" } },
  { method: "POST", path: `${shop}/keys/import`, body: { name: "carried since 2019", value: "legacy-key-of-the-app-0001" } },
  {
    method: "POST",
    path: `${shop}/keys`,
    body: { name: "config alone", endpoints: ["config"], platforms: ["ios"] },
    capture: { configKey: "key", configKeyId: "id" },
  },
  { method: "POST", path: `${shop}/keys/{configKeyId}/rotate`, body: {}, capture: { rotatedKey: "key" } },
  { method: "POST", path: `${shop}/tokens`, body: { kind: "calendar", name: "calendar" }, capture: { feedId: "id" } },
  { method: "POST", path: `${shop}/tokens`, body: { name: "deploys", role: "operator" }, capture: { tokenId: "id" } },
  { method: "POST", path: "/admin/v1/tokens", body: { name: "everything" }, capture: { adminTokenId: "id" } },
  { method: "POST", path: "/admin/v1/tokens", body: { kind: "edge", name: "edge of Rome", projects: ["acme-shop"] } },
  { method: "POST", path: "/admin/v1/people", body: { login: "ada@acme.example", name: "Ada" }, capture: { person: "id" } },
  { method: "PUT", path: `${shop}/members/{person}`, body: { role: "editor" }, headers: creating },
  { method: "PATCH", path: `${shop}/platforms/ios?dry_run=true`, body: { blocked: ["2.5.0", "2.6.1"] }, headers: replacing },
  {
    method: "PATCH",
    path: `${shop}/platforms/ios?reason=crashes`,
    body: { blocked: ["2.5.0", ">=2.5.3 <2.5.5", "2.6.1"] },
    headers: replacing,
  },
  { method: "PATCH", path: `${shop}/platforms/ios`, body: { minimum: "99" }, headers: { "if-match": '"old.1"' } },
  { method: "PUT", path: `${shop}/instances/test-1`, body: { name: "Acme Test", reminder: "PT15M" }, headers: creating },
  { method: "PUT", path: `${shop}/instances/test-1`, body: { name: "" }, headers: replacing },
  { method: "DELETE", path: `${shop}/instances/us-1`, headers: replacing },
  { method: "DELETE", path: `${shop}/instances/us-1?override=in_use&reason=closed`, headers: replacing },
  { method: "PUT", path: `${shop}/instances/us-1`, body: { name: "Acme US" }, headers: creating },
  {
    method: "PUT",
    path: `${shop}/windows/console-made`,
    body: { platforms: ["ios"], start: "2026-12-20T22:00", zone: "Europe/Berlin", end: "2026-12-20T23:15" },
    headers: creating,
  },
  {
    method: "POST",
    path: `${shop}/maintenance/start`,
    body: { id: "hotfix", instances: ["us-1"], for: "PT30M", overrun: "hold" },
    headers: { "idempotency-key": "start-1" },
  },
  {
    method: "POST",
    path: `${shop}/maintenance/start`,
    body: { id: "hotfix", instances: ["us-1"], for: "PT30M", overrun: "hold" },
    headers: { "idempotency-key": "start-1" },
  },
  { method: "POST", path: `${shop}/maintenance/extend`, body: { window: "hotfix", by: "PT15M" } },
  { method: "POST", path: `${shop}/maintenance/complete`, body: { window: "today" } },
  { method: "POST", path: `${shop}/maintenance/cancel`, body: { occurrence: "backups/2026-11-29T02:30" } },
  {
    method: "POST",
    path: `${shop}/maintenance/move`,
    body: { occurrence: "db-upgrade/2026-12-06T02:00", start: "2026-12-07T03:00" },
  },
  { method: "POST", path: `${shop}/maintenance/complete`, body: { window: "no-such-window" } },
  { method: "PUT", path: other, body: { name: "Beta" }, headers: creating },
  { method: "POST", path: `${other}/keys/import`, body: { name: "stolen", value: "legacy-key-of-the-app-0001" } },
  {
    method: "PUT",
    path: `${other}/platforms/ios?propose=true`,
    body: { minimum: "2.0", store: "none" },
    headers: creating,
    capture: { proposal: "proposal.id" },
  },
  { method: "POST", path: `${shop}/keys/{keyId}/revoke`, body: {} },
  { method: "POST", path: `${shop}/tokens/{tokenId}/revoke`, body: {} },
  { method: "POST", path: `${shop}/undo?dry_run=true`, body: { to: 3 } },
  {
    method: "PATCH",
    path: shop,
    body: { ttl: "PT1M" },
    headers: { ...replacing, "content-type": "application/merge-patch+json" },
  },
  { method: "PATCH", path: shop, body: { name: null, nonsense: true }, headers: replacing },
  { method: "GET", path: "/admin/v1/projects/no-such-project" },
  { method: "GET", path: `${shop}/instances?limit=0` },
  { method: "GET", path: "/admin/v1/nowhere" },
  { method: "GET", path: "/admin/v1/session" },
  ...reading,
];
