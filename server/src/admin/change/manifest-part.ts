import { type OperationPart, operations } from "drawbridge-rules/api/operations.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import { type ProjectState, type Revisioned, resourcesOfKind } from "drawbridge-rules/project/project-state.ts";
import type { Edit, ResourceValues } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError, ProblemList, type ProblemSink } from "drawbridge-rules/values/errors.ts";
import { joinPath } from "drawbridge-rules/values/fields.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import type { PageQuery } from "drawbridge-rules/wire/values.ts";
import type { AdminServices } from "../admin-services.ts";
import {
  type AdminAnswer,
  type AdminRequest,
  type AdminRoute,
  changedAnswer,
  createdAnswer,
  proposedAnswer,
  route,
  unchangedAnswer,
} from "../request/admin-route.ts";
import { paginateMap } from "../request/page.ts";
import { loadProjectState, readProjectId } from "../request/permission.ts";
import { formatEtag, resourceAnswer } from "../request/precondition.ts";
import { type FormPlace, listMembers, mergePatch, readForm, resourceForm, withLines } from "../request/resource-form.ts";
import { change, changeAnswer } from "./change-answer.ts";

type PartKind = "platform" | "instance" | "window";

interface Part<K extends PartKind> {
  readonly kind: K;
  readonly plural: string;
  /** With its article, for summaries: `a platform`. */
  readonly singular: string;
  readonly names: PartNames[PartKind];
  readonly tag: string;
  readonly editedBy: Role;
  readonly parse: (
    form: unknown,
    path: string,
    id: string,
    problems: ProblemSink,
    present: ResourceValues[K] | undefined,
  ) => ResourceValues[K] | null;
  readonly print: (value: ResourceValues[K], id: string) => PartForm<K>;
  readonly filter?: (state: ProjectState, query: FilterQuery, now: number) => ((id: string) => boolean) | undefined;
  readonly more: (state: ProjectState, ids: readonly string[]) => Promise<MoreMembers<K>> | MoreMembers<K>;
}

type MoreMembers<K extends PartKind> = (
  id: string,
  value: ResourceValues[K],
) => Omit<PartAnswer<K>, keyof PartForm<K> | "id" | "revision" | "etag">;

interface PartNames {
  readonly platform: readonly ["Platform", "Platforms"];
  readonly instance: readonly ["Instance", "Instances"];
  readonly window: readonly ["MaintenanceWindow", "MaintenanceWindows"];
}

type PartForm<K extends PartKind> = OperationPart<`put${PartNames[K][0]}`, "body">;
type PartAnswer<K extends PartKind> = OperationPart<`get${PartNames[K][0]}`, "answer">;

type FilterQuery = Readonly<Record<string, string | undefined>>;

export function partRoutes<K extends PartKind>(services: AdminServices, part: Part<K>): AdminRoute[] {
  const [one, many] = part.names;
  const { tag, singular } = part;
  const read = { permission: "viewer", tag } as const;
  const edit = {
    permission: part.editedBy,
    tag,
    usedHeaders: ["if-match", "idempotency-key"],
    answers: { 200: changedAnswer, ...proposedAnswer },
    problems: ["stale", "precondition_required", "refused", "conflict"],
  } as const;
  return [
    route(`list${many}`, {
      ...read,
      summary: `List ${part.plural} in order of id`,
      answers: { 200: { description: "One page" } },
      handle: (request) => listParts(services, part, request),
    }),
    route(`get${one}`, {
      ...read,
      summary: `Get ${singular}`,
      usedHeaders: ["if-none-match"],
      answers: { 200: { description: "The resource", headers: ["etag"] }, 304: unchangedAnswer },
      handle: (request) => getPart(services, part, request),
    }),
    route(`put${one}`, {
      ...edit,
      summary: `Create or replace ${singular}`,
      usedHeaders: ["if-match", "if-none-match", "idempotency-key"],
      answers: { ...edit.answers, 201: createdAnswer },
      handle: (request) => putPart(services, part, request),
    }),
    route(`delete${one}`, {
      ...edit,
      summary: `Delete ${singular}`,
      handle: (request) => changePart(services, part, request, true, () => null),
    }),
    route(`patch${one}`, {
      ...edit,
      summary: `Edit ${singular} by merge patch (RFC 7396)`,
      handle: (request) => patchPart(services, part, request),
    }),
  ];
}

async function listParts<K extends PartKind>(
  services: AdminServices,
  part: Part<K>,
  request: AdminRequest<PageQuery>,
): Promise<AdminAnswer> {
  const { state, epoch } = await loadProjectState(services, request);
  const held = resourcesOfKind(state, part.kind);
  const isWanted = part.filter?.(state, request.query as FilterQuery, services.now());
  const { items, next } = await paginateMap(held, request.query, isWanted);
  const ids = items.map(([id]) => id);
  const more = await part.more(state, ids);
  return { status: 200, body: { [part.plural]: items.map(([id, entry]) => printPart(part, more, id, entry, epoch)), next } };
}

async function getPart<K extends PartKind>(services: AdminServices, part: Part<K>, request: AdminRequest): Promise<AdminAnswer> {
  const { state, epoch } = await loadProjectState(services, request);
  const id = request.params[part.kind] ?? "";
  const held = resourcesOfKind(state, part.kind).get(id);
  if (!held) throw new DrawbridgeError("not_found", `The project has no such ${part.kind}.`);
  return resourceAnswer(
    request,
    formatEtag(epoch, held.revision),
    printPart(part, await part.more(state, [id]), id, held, epoch),
  );
}

function printPart<K extends PartKind>(
  part: Part<K>,
  more: MoreMembers<K>,
  id: string,
  { value, revision }: Revisioned<ResourceValues[K]>,
  epoch: string,
): object {
  return { id, ...(part.print(value, id) as object), ...more(id, value), revision, etag: formatEtag(epoch, revision) };
}

type PartRequest = AdminRequest<EditQuery>;

function putPart<K extends PartKind>(services: AdminServices, part: Part<K>, request: PartRequest): Promise<AdminAnswer> {
  const place = placeOf(part, request);
  // Form errors do not depend on the stored value, so they come before the wait for the store.
  readForm(request.body, place, (form, problems) => part.parse(form, place.path, place.id, problems, undefined));
  return changePart(services, part, request, false, (present) =>
    readForm(request.body, place, (form, problems) => part.parse(form, place.path, place.id, problems, present)),
  );
}

function patchPart<K extends PartKind>(services: AdminServices, part: Part<K>, request: PartRequest): Promise<AdminAnswer> {
  const place = placeOf(part, request);
  const members = listMembers(operations[`put${part.names[0]}`].body);
  resourceForm(request.body, place, new ProblemList());
  return changePart(services, part, request, true, (present) =>
    readForm(request.body, place, (form, problems) => {
      const target = present ? part.print(present, place.id) : {};
      return part.parse(mergePatch(target, form, members), place.path, place.id, problems, present);
    }),
  );
}

async function changePart<K extends PartKind>(
  services: AdminServices,
  part: Part<K>,
  request: PartRequest,
  mustExist: boolean,
  valueFor: (present: ResourceValues[K] | undefined) => ResourceValues[K] | null,
): Promise<AdminAnswer> {
  const { kind } = part;
  const { id, path } = placeOf(part, request);
  const changed = await withLines(request.body, path, () =>
    change(services, request, {
      project: readProjectId(request),
      resource: { kind, id },
      mustExist,
      needsPrecondition: true,
      edits: (state) => [{ kind, id, value: valueFor(state[kind].get(id)?.value as ResourceValues[K] | undefined) } as Edit],
    }),
  );
  return changeAnswer(changed, request, undefined, path);
}

function placeOf<K extends PartKind>(part: Part<K>, { params }: AdminRequest): FormPlace {
  const id = params[part.kind] ?? "";
  const [one] = part.names;
  const { body: form } = operations[`put${one}`];
  const { answer } = operations[`get${one}`];
  const readOnly = Object.keys(answer.shape).filter((name) => !Object.hasOwn(form.shape, name));
  return { id, path: joinPath(part.plural, id), readOnly };
}
