/** What is committed, told as it happens: of a project, and of all in which whoever listens has a role. */

import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import type { eventsQuery } from "drawbridge-rules/wire/event.ts";
import { problems } from "drawbridge-rules/wire/problem.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import { z } from "zod";
import type { Store } from "../../store/store.ts";
import { problemBody, problemType } from "../problem.ts";
import { type AddressedProjectServices, mustBeThere, projectIn } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import type { EventHub } from "./event-hub.ts";
import { type Position, readPosition, readyText, resyncText } from "./event-text.ts";
import { type StandingRightServices, standingRight } from "./standing-right.ts";

interface EventsServices extends AddressedProjectServices, StandingRightServices {
  readonly store: Store;
  readonly events: EventHub;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Revisions: whoever missed more reads everything again, which is quicker. */
const furthest = 1_000;

/** Seconds. */
const comeAgain = 5;

type EventsRequest = AdminRequest<Wire<typeof eventsQuery>>;

const description = `A stream of server-sent events (\`text/event-stream\`). The first is \`ready\`, or \`resync\` where what was
missed since the given id is not to be had: then everything is to be read again. After it comes one \`commit\` for each commit,
in order, without gaps or doubles; its \`data\` is one line of JSON (\`CommitEvent\`) that names what was changed, without values.
The id of an event is \`<epoch>.<revision>\`, as in an ETag. A comment comes every 15 seconds. The stream ends when the right to it
ends, and by itself within the hour: come again with \`Last-Event-ID\`.`;

const shared = {
  tag: "Events",
  description,
  heeds: ["last-event-id"],
  answers: {
    200: {
      description: "The events, until the stream ends",
      schema: z.string().meta({ examples: ['id: 8f2c0e1b6a7d4c35.42\nevent: ready\ndata: {"revision":42}\n\n'] }),
      types: ["text/event-stream"],
      headers: ["x-accel-buffering"],
    },
  },
  problems: ["rate_limited"],
} as const;

export function eventRoutes(workings: EventsServices): AdminRoute[] {
  return [
    route("getProjectEvents", {
      ...shared,
      permission: "viewer",
      summary: "Stream commits of a project",
      handle: (request) => ofProject(workings, request),
    }),
    route("getEvents", {
      ...shared,
      permission: "signed_in",
      summary: "Stream commits of all projects in which the client has a role",
      handle: (request) => listen(workings, request, null),
    }),
  ];
}

async function ofProject(workings: EventsServices, request: EventsRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  return listen(workings, request, projectIn(request));
}

async function listen(workings: EventsServices, request: EventsRequest, project: string | null): Promise<AdminAnswer> {
  const { events, randomBytes } = workings;
  const { requester, headers } = request;
  const start = await startOf(workings, request, project);
  const full = events.fullFor({ requester, project });
  if (full !== null) return tooMany(full);
  // Without a body there is nobody who would read it, or end it.
  if (request.method === "HEAD") return streaming(null);
  const may = async () => {
    const now = await standingRight(workings, requester, headers);
    return now && (project === null || now.roleIn(project) !== null) ? now : null;
  };
  const isFollowing = request.query.follow !== false;
  const subscription = { project, ...start, isFollowing, requester, may, drop: request.drop };
  return streaming(events.open(subscription, (randomBytes(1)[0] ?? 0) / 255));
}

interface Start {
  readonly epoch: string;
  readonly from: number;
  readonly opening: string;
}

/** @throws invalid: `after` is no id of an event */
async function startOf({ store }: EventsServices, { headers, query }: EventsRequest, project: string | null): Promise<Start> {
  const head = await store.head();
  const { epoch } = head;
  const given = headers.get("last-event-id") ?? query.after;
  if (given === undefined) return { epoch, from: head.revision, opening: readyText(head) };
  const position = readPosition(given);
  if (position === null && given === query.after) {
    throwIfAny([{ path: "after", parameter: "after", message: "expected the id of an event" }], "the query");
  }
  if (
    position === null ||
    position.epoch !== epoch ||
    position.revision > head.revision ||
    position.revision < (await store.floor())
  )
    return { epoch, from: head.revision, opening: resyncText(head) };
  const isFar = head.revision - position.revision > furthest && (await isBehind(store, position, project));
  return isFar
    ? { epoch, from: head.revision, opening: resyncText(head) }
    : { epoch, from: position.revision, opening: readyText(position) };
}

/** Where nothing happened to a project, nothing was missed of it, however much happened elsewhere. */
async function isBehind(store: Store, { revision }: Position, project: string | null): Promise<boolean> {
  return project === null || (await store.projectRevision(project)) > revision;
}

function streaming(body: AdminAnswer["body"]): AdminAnswer {
  // Some proxies keep an answer back until it is whole, unless told not to.
  return { status: 200, body, headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" } };
}

function tooMany(limit: string): AdminAnswer {
  return {
    status: problems.rate_limited.status,
    body: problemBody("rate_limited", `${limit} Close one, or try again.`),
    headers: { "content-type": problemType, "retry-after": String(comeAgain) },
  };
}
