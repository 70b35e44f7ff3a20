import { z } from "zod";
import { type AdminRoute, route } from "./admin-route.ts";
import type { StatusAnswerServices } from "./status-answer.ts";
import { statusOf } from "./status-answer.ts";
import { instant, revision } from "./wire-schema.ts";

const address = "http://127.0.0.1:8080";
const epoch = "8f2c0e1b6a7d4c35";
const sourceSchema = z
  .strictObject({
    name: z.string(),
    kind: z.enum(["sqlite", "postgresql", "edge"]),
    state: z
      .enum(["starting", "following", "interrupted"])
      .meta({ description: "`interrupted`: it is lost, so changes fail or do not arrive; reads are answered from memory" }),
    since: instant.meta({ description: "When it entered that state" }),
    epoch: z.string().nullable(),
    revision: revision.nullable(),
    checked_at: instant.nullable().meta({ description: "When what is here was last known to be all there is" }),
    age: z.number().nullable().meta({ description: "Seconds since then" }),
    problem: z.string().nullable(),
    lost: z
      .strictObject({
        at: instant,
        epoch: z.string().meta({ description: "In which the commits were" }),
        after: revision.nullable().meta({ description: "The last that is not lost; null: older than this node knew" }),
        through: revision,
        manifests: z
          .array(z.string())
          .meta({ description: "Paths on the node of what was kept; none for who is no administrator" }),
      })
      .nullable()
      .meta({ description: "Commits that the store lost, noticed last since the start; null: none" }),
    damaged: z
      .array(z.strictObject({ project: z.string(), what: z.string() }))
      .meta({ description: "Projects with damaged values in the store, and what to do; none for who is no administrator" }),
  })
  .meta({ id: "SourceStatus" });
const statusSchema = z
  .strictObject({
    version: z.string(),
    epoch: z.string().nullable(),
    revision: revision.nullable().meta({ description: "Of what is answered from; null: nothing was loaded yet" }),
    store: z.string(),
    read_urls: z
      .strictObject({ config: z.string(), maintenance: z.string() })
      .meta({ description: "Where apps ask, as the program itself listens; behind a proxy they ask elsewhere" }),
    runtime: z.strictObject({ node: z.string(), tzdata: z.string() }),
    started_at: instant,
    listeners: z.array(
      z.strictObject({ url: z.string(), serves: z.array(z.enum(["config", "maintenance", "health", "admin", "edge"])) }),
    ),
    sources: z.array(sourceSchema).meta({ description: "What this process has its catalog from" }),
    read_processes: z
      .strictObject({ wanted: z.int(), ready: z.int().meta({ description: "That answer and keep up" }) })
      .nullable()
      .meta({ description: "Processes that answer reads; null: this one does by itself" }),
    edges: z.int().meta({ description: "That follow this process now" }),
    clock: z
      .strictObject({
        checked_at: instant.nullable().meta({ description: "Time of the last check, by this clock; null: none yet" }),
        problem: z.string().nullable().meta({ description: "Why the clock is not trusted to delete what ended; null: none" }),
      })
      .nullable()
      .meta({ description: "Check of this process's clock; null: an edge, which deletes nothing" }),
  })
  .meta({
    id: "Status",
    examples: [
      {
        version: "0.1.0",
        epoch,
        revision: 42,
        store: "sqlite",
        read_urls: { config: address, maintenance: address },
        runtime: { node: "26.10.0", tzdata: "2026a" },
        started_at: "2026-11-21T08:00:00.000Z",
        listeners: [{ url: address, serves: ["config", "maintenance", "health", "admin", "edge"] }],
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
            lost: null,
            damaged: [],
          },
        ],
        read_processes: { wanted: 4, ready: 4 },
        edges: 0,
        clock: { checked_at: "2026-11-21T11:30:00.000Z", problem: null },
      },
    ],
  });

/** What is running, for whoever looks after it: the same at the address that people know and among the rest of the API. */
export function statusRoutes(workings: StatusAnswerServices): AdminRoute[] {
  return (["getStatus", "getProgramStatus"] as const).map((operationId) =>
    route(operationId, {
      permission: "signed_in",
      isForMetricsToken: true,
      isQuiet: true,
      tag: "Status",
      summary: "What is running, what it follows, and where its log stands",
      description: "The token of `DRAWBRIDGE_METRICS_TOKEN` opens it too.",
      answers: { 200: { description: "The program and what it follows", schema: statusSchema } },
      handle: async ({ requester }) => ({ status: 200, body: statusOf(workings, requester.isAdministrator) }),
    }),
  );
}
