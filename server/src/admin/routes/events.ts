import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { commitEventSchema, type eventsQuery, positionEventSchema } from "drawbridge-rules/wire/event.ts";
import type { Wire } from "drawbridge-rules/wire/values.ts";
import { z } from "zod";
import type { AdminServices } from "../admin-services.ts";
import { problemAnswer } from "../answer/error-answer.ts";
import { openingText, readPosition } from "../events/event-encoder.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { readCurrentPermissions } from "../request/authentication.ts";
import { loadProjectState, readProjectId } from "../request/permission.ts";

/** Revisions: a client that missed more reloads everything, which is faster. */
const furthest = 1_000;

const comeAgain = 5;

type EventsRequest = AdminRequest<Wire<typeof eventsQuery>>;

const description = `A stream of server-sent events. The first is \`ready\`, or \`resync\` if events after the given id are no longer available: then
reload everything. Then there is one \`commit\` event for each commit, in order, without gaps or duplicates; its \`data\` is one line of
JSON that names the changed resources, without values. The id of an event is \`<epoch>.<revision>\`, as in an ETag. A
comment is sent every 15 seconds. The stream ends when the client loses access, and after an hour: reconnect with \`Last-Event-ID\`.`;

const shared = {
  tag: "Events",
  usedHeaders: ["last-event-id"],
  answers: {
    200: {
      description: "Events, until the stream ends",
      // A stream has no schema in OpenAPI 3.1: generators take it for that of an event's data.
      schema: z.union([commitEventSchema, positionEventSchema]),
      types: ["text/event-stream"],
      headers: ["x-accel-buffering"],
    },
  },
} as const;

export function eventRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getProjectEvents", {
      ...shared,
      description: "As `/admin/v1/events`, with the commits of one project.",
      permission: "viewer",
      summary: "Stream commits of a project",
      handle: async (request) => {
        await loadProjectState(services, request);
        return listen(services, request, readProjectId(request));
      },
    }),
    route("getEvents", {
      ...shared,
      description,
      permission: "signed_in",
      summary: "Stream commits of all projects in which the client has a role",
      handle: (request) => listen(services, request, null),
    }),
  ];
}

async function listen(services: AdminServices, request: EventsRequest, project: string | null): Promise<AdminAnswer> {
  const { events, randomBytes } = services;
  const { requester, headers } = request;
  const start = await startOf(services, request, project);
  const full = events.fullFor({ requester, project });
  if (full !== null)
    return problemAnswer("rate_limited", `${full} Close one, or try again later.`, { "retry-after": String(comeAgain) });
  // A HEAD request gets no body: its stream would never be closed.
  if (request.method === "HEAD") return streaming(null);
  const may = async () => {
    const now = await readCurrentPermissions(services, requester, headers);
    return now && (project === null || now.roleIn(project) !== null) ? now : null;
  };
  const isFollowing = request.query.follow !== false;
  const subscription = { project, ...start, isFollowing, requester, may, drop: request.drop };
  return streaming(events.listen(subscription, (randomBytes(1)[0] ?? 0) / 255));
}

/** @throws invalid: `after` is no id of an event */
async function startOf({ store }: AdminServices, { headers, query }: EventsRequest, project: string | null) {
  const head = await store.head();
  const { epoch } = head;
  const given = headers.get("last-event-id") ?? query.after;
  if (given === undefined) return { epoch, from: head.revision, opening: openingText("ready", head) };
  const position = readPosition(given);
  if (position === null && given === query.after) {
    throwIfAny([{ path: "after", parameter: "after", message: "expected the id of an event" }], "the query");
  }
  const isKept = position?.epoch === epoch && position.revision <= head.revision && position.revision >= (await store.floor());
  const isFar =
    isKept &&
    head.revision - position.revision > furthest &&
    // A project without later commits has missed none.
    (project === null || (await store.projectRevision(project)) > position.revision);
  return isKept && !isFar
    ? { epoch, from: position.revision, opening: openingText("ready", position) }
    : { epoch, from: head.revision, opening: openingText("resync", head) };
}

function streaming(body: AdminAnswer["body"]): AdminAnswer {
  // Some proxies buffer answers unless told not to.
  return { status: 200, body, headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" } };
}
