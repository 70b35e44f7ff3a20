/** Projects: what a project says about itself, and its end. */

import { type Project, parseProject, printProject } from "drawbridge-rules/project/project.ts";
import { type ProjectState, projectOf, soleId } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import type { ProblemSink } from "drawbridge-rules/values/errors.ts";
import { readMap } from "drawbridge-rules/values/fields.ts";
import { ProblemList } from "drawbridge-rules/values/problem-list.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import { type ProjectList, type ProjectListQuery, projectFormSchema } from "drawbridge-rules/wire/project.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Store } from "../../store/store.ts";
import { type AddressedProjectServices, noProject, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { type ChangeServices, change, changeAnswer } from "./change-answer.ts";
import { mergePatch } from "./merge-patch.ts";
import { hasName, pageOf } from "./page.ts";
import { etagOf } from "./precondition.ts";
import { resourceAnswer } from "./resource-answer.ts";
import { type FormPlace, formOf, readForm, withLines } from "./resource-form.ts";
import { changedAnswer, createdAnswer, proposedAnswer, unchangedAnswer } from "./shared-answers.ts";

interface ProjectsServices extends AddressedProjectServices, ChangeServices {
  readonly store: Store;
  readonly catalog: Catalog;
}

const example = { name: "Acme Shop", languages: ["en", "de"], ttl: "PT30S" };

const shared = { tag: "Projects" } as const;
const edits = {
  ...shared,
  permission: "editor",
  answers: {
    200: changedAnswer,
    ...proposedAnswer,
  },
  problems: ["stale", "precondition_required", "refused", "conflict"],
} as const;

export function projectRoutes(workings: ProjectsServices): AdminRoute[] {
  return [
    route("listProjects", {
      ...shared,
      permission: "signed_in",
      summary: "List projects in which the client has a role",
      answers: { 200: { description: "One page" } },
      handle: (request) => list(workings, request),
    }),
    route("getProject", {
      ...shared,
      permission: "viewer",
      summary: "Get a project",
      heeds: ["if-none-match"],
      answers: {
        200: { description: "As it is now; the ETag is of the project as a whole", headers: ["etag"] },
        304: unchangedAnswer,
      },
      handle: (request) => get(workings, request),
    }),
    route("putProject", {
      ...edits,
      summary: "Create or replace a project",
      heeds: ["if-match", "if-none-match", "idempotency-key"],
      body: { example },
      answers: {
        ...edits.answers,
        201: createdAnswer,
      },
      handle: (request) => put(workings, request),
    }),
    route("patchProject", {
      ...edits,
      summary: "Edit a project by merge patch (RFC 7396)",
      description: "In a merge patch, null deletes a member: write `no_window` as the text `null`.",
      heeds: ["if-match", "idempotency-key"],
      body: {
        example: { ttl: "PT1M" },
      },
      handle: (request) => patch(workings, request),
    }),
    route("deleteProject", {
      ...edits,
      permission: "owner",
      summary: "Delete a project with everything in it",
      heeds: ["if-match", "idempotency-key"],
      handle: (request) => remove(workings, request),
    }),
  ];
}

async function list(
  { store, catalog }: ProjectsServices,
  { query, requester }: AdminRequest<ProjectListQuery>,
): Promise<AdminAnswer> {
  const { epoch } = await store.head();
  const known = catalog.projects().filter(({ id, name }) => requester.roleIn(id) !== null && hasName(query.query, id, name));
  const { items, next } = pageOf(known, query, ({ id }) => [id]);
  const revisions = await Promise.all(items.map(({ id }) => store.projectRevision(id)));
  const projects = items.map(({ id, name }, index) => {
    const revision = revisions[index] ?? 0;
    return { id, name, revision, etag: etagOf(epoch, revision) };
  });
  const body: ProjectList = { projects, next };
  return { status: 200, body };
}

async function get(workings: ProjectsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const project = projectOf(state);
  if (!project) throw noProject();
  return resourceAnswer(request, etagOf(epoch, state.revision), {
    id: state.id,
    ...printProject(project),
    revision: state.revision,
  });
}

type ProjectRequest = AdminRequest<EditQuery>;

function put(workings: ProjectsServices, request: ProjectRequest): Promise<AdminAnswer> {
  const id = projectIn(request);
  const value = readForm(request.body, placeOf(id), (form, problems) => parse(form, id, problems));
  return changeProject(workings, request, false, () => [{ kind: "project", id: soleId, value }]);
}

function patch(workings: ProjectsServices, request: ProjectRequest): Promise<AdminAnswer> {
  const id = projectIn(request);
  formOf(request.body, placeOf(id), new ProblemList());
  return changeProject(workings, request, true, (state) => {
    const present = projectOf(state);
    const target = present ? printProject(present) : {};
    const value = readForm(request.body, placeOf(id), (form, problems) => parse(mergePatch(target, form), id, problems));
    return [{ kind: "project", id: soleId, value }];
  });
}

function remove(workings: ProjectsServices, request: ProjectRequest): Promise<AdminAnswer> {
  return changeProject(workings, request, true, () => [{ kind: "project", id: soleId, value: null }]);
}

async function changeProject(
  workings: ProjectsServices,
  request: ProjectRequest,
  mustExist: boolean,
  edits: (state: ProjectState) => readonly Edit[],
): Promise<AdminAnswer> {
  const project = projectIn(request);
  const changed = await withLines(request.body, "", () =>
    change(workings, request, { project, resource: "project", mustExist, needsPrecondition: true, edits }),
  );
  return changeAnswer(changed, request);
}

function placeOf(id: string): FormPlace {
  return { path: "", id, readOnly: ["id", "revision", "etag"] };
}

function parse(form: unknown, id: string, problems: ProblemSink): Project | null {
  const map = readMap(form, "", problems, Object.keys(projectFormSchema.shape));
  return map ? parseProject(map, id, "", problems) : null;
}
