import { z } from "zod";
import { instant, record, revision, text, textOrNull, type Wire } from "./values.ts";

const address = "http://127.0.0.1:8080";
const epoch = "8f2c0e1b6a7d4c35";

const lost = record("LostCommits", "The database went back, after a failover or to a backup", {
  at: instant,
  epoch: text("Epoch of the lost commits", epoch),
  after: revision.nullable().describe("Last revision that is not lost; null: older than this node remembers"),
  through: revision.nullable().describe("Last lost revision; null: unknown, since the disk was lost with them"),
  manifests: z.array(z.string()).meta({
    examples: [["/var/lib/drawbridge/lost/acme-shop.yaml"]],
    description: "Paths on the node where the lost state is kept as manifests; empty unless the reader is an administrator",
  }),
});
export type LostCommits = Wire<typeof lost>;

const source = record("SourceStatus", {
  name: text("Name of the source", "store"),
  kind: z.enum(["sqlite", "postgresql", "edge"]).describe("Kind of the source"),
  state: z
    .enum(["starting", "following", "interrupted"])
    .describe("`interrupted`: the connection is lost. Changes fail or do not arrive; reads are answered from memory"),
  since: instant.describe("When it entered this state"),
  epoch: textOrNull.describe("Epoch of its data; null: none yet"),
  revision: revision.nullable(),
  checked_at: instant.nullable().describe("When the data was last known to be complete; null: never"),
  age: z.number().nullable().describe("Seconds since then"),
  problem: textOrNull.describe("What is wrong; null: nothing"),
  code: z.enum(["empty_data_directory", "newer_store"]).nullable().describe("Code of the problem; null: none"),
  lost: lost.nullable().describe("Last loss of commits noticed since the start; null: none"),
  rebuilt_rows: z
    .int()
    .describe("Rows that differed from the log at the start, and were rebuilt from it: check the disk and the memory"),
});
export type SourceStatus = Wire<typeof source>;

const objects = record("ObjectsStatus", {
  place: text("Where the object store is", "s3://drawbridge-prod/eu"),
  revision: revision.nullable().describe("Last revision in it; null: unknown, or it is empty"),
  behind: z.number().describe("Seconds since the first change that reads are answered from and it lacks; 0: it lacks none"),
  problem: textOrNull.describe("What is wrong; null: nothing"),
});
export type ObjectsStatus = Wire<typeof objects>;

const step = record("StepStatus", "A dated step within a day of its instant. It takes place at its time", {
  project: text("Id of the project", "acme-shop"),
  platform: text("Name of the platform", "ios"),
  at: instant,
  zone: text("Time zone of the step", "Europe/Rome"),
  minimum: textOrNull.describe("Minimum from then on; null: unchanged"),
  recommended: textOrNull.describe("Recommended version from then on; null: unchanged"),
  later: text("Time in `zone` to which `policy step --at` could move it", "2027-03-08T09:00"),
  requests_24h: z.int().nullable().describe("Requests of the last 24 hours; null: the store is not responding"),
  forced_24h: z.int().nullable().describe("Those that only the step forces to update. Requests can be forged"),
});
export type StepStatus = Wire<typeof step>;

const webhook = record("WebhookStatus", "A webhook that has not accepted an event for an hour, or was disabled", {
  id: text("Id of the webhook", "w_k3v7q2zd5m"),
  name: text("Its name", "Ops channel"),
  since: instant.describe("Time of the oldest event that it has not accepted, or when it was disabled"),
  problem: text("Its last answer, or why it was disabled", "HTTP 503"),
});
export type WebhookStatus = Wire<typeof webhook>;

const served = z.enum(["config", "maintenance", "health", "admin", "metrics", "edge"]);
export const statusSchema = record(
  "Status",
  {
    examples: [
      {
        version: "0.1.0",
        epoch,
        revision: 42,
        store: "sqlite",
        format: 1,
        read_urls: { config: address, maintenance: address },
        runtime: { node: "26.10.0" },
        time_zones: { version: "2026c", source: "runtime" },
        started_at: "2026-11-21T08:00:00.000Z",
        listeners: [{ url: address, serves: ["config", "maintenance", "health", "admin", "metrics", "edge"] }],
        sources: [
          {
            name: "store",
            kind: "sqlite",
            state: "following",
            since: "2026-11-21T08:00:00.000Z",
            epoch,
            revision: 42,
            checked_at: "2026-11-21T12:00:00.000Z",
            age: 0,
            problem: null,
            code: null,
            lost: null,
            rebuilt_rows: 0,
          },
        ],
        objects: null,
        edges: 0,
        opened_until: null,
        clock: { checked_at: "2026-11-21T11:30:00.000Z", offset_ms: 0, problem: null },
        steps: [],
        webhooks: [],
      },
    ],
  },
  {
    version: z.string().describe("Version of the program"),
    epoch: textOrNull.describe("Null, like `revision`: nothing is loaded yet"),
    revision: revision.nullable().describe("Revision that reads are answered from"),
    store: text("Kind of the store", "sqlite"),
    format: z.int().nullable().describe("Format of the store; null: not opened yet, or an edge, which has none"),
    read_urls: z
      .strictObject({
        config: text("Address of `/config` and `/gate`", address),
        maintenance: text("Address of `/maintenance`", address),
      })
      .describe("Addresses for apps, without a path, as the program itself listens. Behind a proxy they differ"),
    runtime: z.strictObject({ node: text("Version of Node", "26.10.0") }).describe("Version of Node"),
    time_zones: z
      .strictObject({
        version: textOrNull.meta({ description: "Release of the IANA database; null: unknown", examples: ["2026c"] }),
        source: z.string().describe("`runtime`, the directory of `DRAWBRIDGE_TZDATA`, or the origin of an edge"),
      })
      .describe("Time zone data by which windows start and end"),
    started_at: instant,
    listeners: z
      .array(
        z.strictObject({
          url: text("Address of the listener", address),
          serves: z.array(served).describe("What it serves"),
        }),
      )
      .describe("Addresses that this process listens on"),
    sources: z.array(source).describe("Where this process gets its data"),
    objects: objects.nullable().describe("The object store; null: none is set"),
    edges: z.int().describe("Number of edges that follow this process"),
    opened_until: instant
      .nullable()
      .describe("Last end of `drawbridge open` on this machine: until then, some project forces no update; null: none does"),
    clock: z
      .strictObject({
        checked_at: instant
          .nullable()
          .describe(
            "Time of the last check for the daily cleanup, by this clock; null: none yet, or an edge, which deletes nothing",
          ),
        offset_ms: z
          .int()
          .describe(
            "Milliseconds that this process's clock is ahead of the time since its start, or of PostgreSQL's; negative: behind",
          ),
        problem: textOrNull.describe(
          "Why this clock is not trusted: it differs by more than 5 s, or the daily cleanup cannot confirm it; null: it is",
        ),
      })
      .describe("Checks of this process's clock, every 10 s"),
    steps: z.array(step).describe("Empty unless the reader is an administrator, like `webhooks`"),
    webhooks: z.array(webhook).describe("Webhooks with a problem"),
  },
);
export type Status = Wire<typeof statusSchema>;

const challengeRule = "expected 32 random bytes in base64url: 43 characters";
export const serverProofQuery = z.strictObject({
  challenge: z
    .string({ error: challengeRule })
    .regex(/^[\w-]{43}$/, challengeRule)
    .meta({ description: "32 random bytes in base64url", examples: ["q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"] }),
});
export const serverProofSchema = record(
  "ServerProof",
  { examples: [{ proof: "8sQ0cE0p4YJ4t8sYyN3yZb1rj9m3v2m0hJ0z3hXqvWk" }] },
  {
    proof: z.string().describe("HMAC-SHA-256 of the challenge in base64url, by the key of the server's record"),
  },
);
