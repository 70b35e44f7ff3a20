import { type Project, parseProject, printProject } from "drawbridge-rules/project/project.ts";
import { findProject, type ProjectState, soleId } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import type { ProblemSink } from "drawbridge-rules/values/errors.ts";
import { ProblemList } from "drawbridge-rules/values/errors.ts";
import { readMap } from "drawbridge-rules/values/fields.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import type * as wire from "drawbridge-rules/wire/project.ts";
import { projectFormSchema } from "drawbridge-rules/wire/project.ts";
import type { AdminServices } from "../admin-services.ts";
import { change, changeAnswer } from "../change/change-answer.ts";
import {
  type AdminAnswer,
  type AdminRequest,
  type AdminRoute,
  changedAnswer,
  createdAnswer,
  ok,
  proposedAnswer,
  route,
  unchangedAnswer,
} from "../request/admin-route.ts";
import { hasName, paginate } from "../request/page.ts";
import { loadProjectState, projectNotFound, readProjectId } from "../request/permission.ts";
import { formatEtag, resourceAnswer } from "../request/precondition.ts";
import { type FormPlace, listMembers, mergePatch, readForm, resourceForm, withLines } from "../request/resource-form.ts";

const shared = { tag: "Projects" } as const;
const edits = {
  ...shared,
  permission: "editor",
  answers: { 200: changedAnswer, ...proposedAnswer },
  problems: ["stale", "precondition_required", "refused", "conflict"],
} as const;

export function projectRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listProjects", {
      ...shared,
      permission: "signed_in",
      summary: "List projects in which the client has a role",
      answers: { 200: { description: "One page" } },
      handle: async ({ query, requester }) => {
        const { store, catalog } = services;
        const { epoch } = await store.head();
        const known = catalog
          .projects()
          .filter(({ id, name }) => requester.roleIn(id) !== null && hasName(query.query, id, name));
        const { items, next } = paginate(known, query, ({ id }) => [id]);
        const projects = await Promise.all(
          items.map(async ({ id, name }) => {
            const revision = await store.projectRevision(id);
            return { id, name, revision, etag: formatEtag(epoch, revision) };
          }),
        );
        return ok<"listProjects">({ projects, next });
      },
    }),
    route("getProject", {
      ...shared,
      permission: "viewer",
      summary: "Get a project",
      usedHeaders: ["if-none-match"],
      answers: {
        200: { description: "The project; the ETag is of the project as a whole", headers: ["etag"] },
        304: unchangedAnswer,
      },
      handle: async (request) => {
        const { state, epoch } = await loadProjectState(services, request);
        const project = findProject(state);
        if (!project) throw projectNotFound();
        const body: wire.Project = { id: state.id, ...printProject(project), revision: state.revision };
        return resourceAnswer(request, formatEtag(epoch, state.revision), body);
      },
    }),
    route("putProject", {
      ...edits,
      summary: "Create or replace a project",
      usedHeaders: ["if-match", "if-none-match", "idempotency-key"],
      answers: { ...edits.answers, 201: createdAnswer },
      handle: (request) => {
        const id = readProjectId(request);
        const value = readForm(request.body, placeOf(id), (form, problems) => parse(form, id, problems));
        return changeProject(services, request, false, () => [{ kind: "project", id: soleId, value }]);
      },
    }),
    route("patchProject", {
      ...edits,
      summary: "Edit a project by merge patch (RFC 7396)",
      description: "In a merge patch, null deletes a member: write `no_window` as the text `null`.",
      usedHeaders: ["if-match", "idempotency-key"],
      handle: (request) => {
        const id = readProjectId(request);
        resourceForm(request.body, placeOf(id), new ProblemList());
        return changeProject(services, request, true, (state) => {
          const present = findProject(state);
          const target = present ? printProject(present) : {};
          const members = listMembers(projectFormSchema);
          const value = readForm(request.body, placeOf(id), (form, problems) =>
            parse(mergePatch(target, form, members), id, problems),
          );
          return [{ kind: "project", id: soleId, value }];
        });
      },
    }),
    route("deleteProject", {
      ...edits,
      permission: "owner",
      summary: "Delete a project with everything in it",
      usedHeaders: ["if-match", "idempotency-key"],
      handle: (request) => changeProject(services, request, true, () => [{ kind: "project", id: soleId, value: null }]),
    }),
  ];
}

async function changeProject(
  services: AdminServices,
  request: AdminRequest<EditQuery>,
  mustExist: boolean,
  edits: (state: ProjectState) => readonly Edit[],
): Promise<AdminAnswer> {
  const project = readProjectId(request);
  const changed = await withLines(request.body, "", () =>
    change(services, request, { project, resource: "project", mustExist, needsPrecondition: true, edits }),
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
