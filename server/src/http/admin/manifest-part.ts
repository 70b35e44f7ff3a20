/** Platforms, instances and windows one by one: parts of a project that have the same form as in the manifest, and the same routes. */
import { operations } from "drawbridge-rules/api/operations.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { Held, ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, ResourceValues } from "drawbridge-rules/project/resource.ts";
import type { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { below } from "drawbridge-rules/values/dotted-path.ts";
import { DrawbridgeError, type ProblemSink } from "drawbridge-rules/values/errors.ts";
import { ProblemList } from "drawbridge-rules/values/problem-list.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import { type AddressedProjectServices, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { type ChangeServices, change, changeAnswer } from "./change-answer.ts";
import { mergePatch } from "./merge-patch.ts";
import { pageOfMap } from "./page.ts";
import { etagOf } from "./precondition.ts";
import { resourceAnswer } from "./resource-answer.ts";
import { type FormPlace, formOf, readForm, withLines } from "./resource-form.ts";
import { changedAnswer, createdAnswer, proposedAnswer, unchangedAnswer } from "./shared-answers.ts";

export interface ManifestPartServices extends AddressedProjectServices, ChangeServices {
  /** Epoch ms. */
  readonly now: () => number;
}

export type PartKind = "platform" | "instance" | "window";

export interface Part<K extends PartKind> {
  readonly kind: K;
  /** In the path and in the list: `policies`. */
  readonly plural: string;
  /** Of operations: `Policy`, `Policies`. */
  readonly names:
    | readonly ["Policy", "Policies"]
    | readonly ["Instance", "Instances"]
    | readonly ["MaintenanceWindow", "MaintenanceWindows"];
  readonly tag: string;
  /** Reading takes a viewer. */
  readonly editedBy: Role;
  /** Where it stands in the manifest: `platforms`. */
  readonly root: string;
  readonly example: object;
  /** Notes everything that is wrong. `present` is what it replaces. */
  readonly parse: (
    form: unknown,
    path: string,
    id: string,
    problems: ProblemSink,
    present: ResourceValues[K] | undefined,
  ) => ResourceValues[K] | null;
  readonly print: (value: ResourceValues[K], id: string) => Record<string, unknown>;
  /** Whether the query of a list includes that id; undefined: it includes all. */
  readonly filter?: (state: ProjectState, query: FilterQuery, now: number) => ((id: string) => boolean) | undefined;
  /** What an answer has besides the form. */
  readonly more?: (value: ResourceValues[K]) => Record<string, unknown>;
}

type FilterQuery = Readonly<Record<string, string | undefined>>;

export function partRoutes<K extends PartKind>(workings: ManifestPartServices, part: Part<K>): AdminRoute[] {
  return [...readRoutes(workings, part), ...editRoutes(workings, part), patchRoute(workings, part)];
}

function readRoutes<K extends PartKind>(workings: ManifestPartServices, part: Part<K>): AdminRoute[] {
  const [one, many] = part.names;
  return [
    route(`list${many}`, {
      ...sharedBy(part),
      permission: "viewer",
      summary: `List ${part.plural} in order of id`,
      answers: { 200: { description: "One page" } },
      handle: (request) => listParts(workings, part, request),
    }),
    route(`get${one}`, {
      ...sharedBy(part),
      permission: "viewer",
      summary: `Get one of the ${part.plural}`,
      heeds: ["if-none-match"],
      answers: {
        200: { description: "The resource", headers: ["etag"] },
        304: unchangedAnswer,
      },
      handle: (request) => getPart(workings, part, request),
    }),
  ];
}

function editRoutes<K extends PartKind>(workings: ManifestPartServices, part: Part<K>): AdminRoute[] {
  const [one] = part.names;
  return [
    route(`put${one}`, {
      ...sharedBy(part),
      ...edit,
      summary: `Create or replace one of the ${part.plural}`,
      heeds: ["if-match", "if-none-match", "idempotency-key"],
      body: { example: part.example },
      answers: { ...edit.answers, ...made },
      handle: (request) => putPart(workings, part, request),
    }),
    route(`delete${one}`, {
      ...sharedBy(part),
      ...edit,
      summary: `Delete one of the ${part.plural}`,
      heeds: ["if-match", "idempotency-key"],
      handle: (request) => deletePart(workings, part, request),
    }),
  ];
}

function patchRoute<K extends PartKind>(workings: ManifestPartServices, part: Part<K>): AdminRoute {
  return route(`patch${part.names[0]}`, {
    ...sharedBy(part),
    ...edit,
    summary: `Edit one of the ${part.plural} by merge patch (RFC 7396)`,
    heeds: ["if-match", "idempotency-key"],
    body: {
      example: part.example,
    },
    handle: (request) => patchPart(workings, part, request),
  });
}

const edit = {
  answers: {
    200: changedAnswer,
    ...proposedAnswer,
  },
  problems: ["stale", "precondition_required", "refused", "conflict"],
} as const;

const made = {
  201: createdAnswer,
} as const;

function sharedBy<K extends PartKind>(part: Part<K>) {
  return { permission: part.editedBy, tag: part.tag } as const;
}

type ListRequest = AdminRequest<PageQuery>;

async function listParts<K extends PartKind>(
  workings: ManifestPartServices,
  part: Part<K>,
  request: ListRequest,
): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const held = state[part.kind] as unknown as ResourceMap<Held<ResourceValues[K]>>;
  const isWanted = part.filter?.(state, request.query as FilterQuery, workings.now());
  const { items, next } = await pageOfMap(held, request.query, isWanted);
  return { status: 200, body: { [part.plural]: items.map(([id, entry]) => printPart(part, id, entry, epoch)), next } };
}

async function getPart<K extends PartKind>(
  workings: ManifestPartServices,
  part: Part<K>,
  request: AdminRequest,
): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const id = request.params[part.kind] ?? "";
  const held = state[part.kind].get(id) as Held<ResourceValues[K]> | undefined;
  if (!held) throw new DrawbridgeError("not_found", "The project has nothing of that name here.");
  return resourceAnswer(request, etagOf(epoch, held.revision), printPart(part, id, held, epoch));
}

function printPart<K extends PartKind>(
  part: Part<K>,
  id: string,
  { value, revision }: Held<ResourceValues[K]>,
  epoch: string,
): object {
  return { id, ...part.print(value, id), ...part.more?.(value), revision, etag: etagOf(epoch, revision) };
}

type PartRequest = AdminRequest<EditQuery>;

function putPart<K extends PartKind>(workings: ManifestPartServices, part: Part<K>, request: PartRequest): Promise<AdminAnswer> {
  const place = placeOf(part, request);
  // What is wrong with it is wrong whatever it replaces, and is said before anything is waited for.
  readForm(request.body, place, (form, problems) => part.parse(form, place.path, place.id, problems, undefined));
  return changePart(workings, part, request, false, (present) =>
    readForm(request.body, place, (form, problems) => part.parse(form, place.path, place.id, problems, present)),
  );
}

function patchPart<K extends PartKind>(
  workings: ManifestPartServices,
  part: Part<K>,
  request: PartRequest,
): Promise<AdminAnswer> {
  const place = placeOf(part, request);
  formOf(request.body, place, new ProblemList());
  return changePart(workings, part, request, true, (present) =>
    readForm(request.body, place, (form, problems) => {
      const target = present ? part.print(present, place.id) : {};
      return part.parse(mergePatch(target, form), place.path, place.id, problems, present);
    }),
  );
}

function deletePart<K extends PartKind>(
  workings: ManifestPartServices,
  part: Part<K>,
  request: PartRequest,
): Promise<AdminAnswer> {
  return changePart(workings, part, request, true, () => null);
}

async function changePart<K extends PartKind>(
  workings: ManifestPartServices,
  part: Part<K>,
  request: PartRequest,
  mustExist: boolean,
  valueFor: (present: ResourceValues[K] | undefined) => ResourceValues[K] | null,
): Promise<AdminAnswer> {
  const { kind } = part;
  const { id, path } = placeOf(part, request);
  const changed = await withLines(request.body, path, () =>
    change(workings, request, {
      project: projectIn(request),
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
  return { id, path: below(part.root, id), readOnly };
}
