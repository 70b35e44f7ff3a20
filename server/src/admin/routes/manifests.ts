import {
  type Manifest,
  type ManifestForm,
  manifestChangeSteps,
  manifestSteps,
  ownedDocument,
  typedDocument,
} from "drawbridge-rules/changes/manifest.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, ProblemList, throwIfAny } from "drawbridge-rules/values/errors.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { applyQuerySchema, Drift } from "drawbridge-rules/wire/change.ts";
import type { Wire } from "drawbridge-rules/wire/values.ts";
import { manifestValueLimit } from "../../base/document/document-events.ts";
import { manifestTextSteps } from "../../base/document/manifest-text.ts";
import { qualities } from "../../base/http/headers.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { AdminServices } from "../admin-services.ts";
import { change, changeAnswer } from "../change/change-answer.ts";
import {
  type AdminAnswer,
  type AdminRequest,
  type AdminRoute,
  changedAnswer,
  createdAnswer,
  proposedAnswer,
  type RequestBody,
  route,
} from "../request/admin-route.ts";
import { exportMark, isExportedState } from "../request/export-mark.ts";
import { loadProjectState, readProjectId } from "../request/permission.ts";
import { formatEtag, resourceAnswer } from "../request/precondition.ts";
import { withLines } from "../request/resource-form.ts";

const shared = { tag: "Manifests" } as const;

export function manifestRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getManifest", {
      ...shared,
      permission: "viewer",
      summary: "Get the manifest as JSON or YAML",
      description:
        "Contains only windows that came from a manifest. The ETag is of the whole project. The YAML form has durations as people write them (`30m`), and ends with a comment that identifies the exported configuration: applied with it before anything else changes, nothing counts as drift.",
      usedHeaders: ["if-none-match", "accept"],
      answers: {
        200: {
          description: "The manifest",
          types: ["application/json", "application/yaml"],
          headers: ["etag", "vary"],
        },
        304: { description: "Unchanged since an ETag of If-None-Match", headers: ["etag", "vary"] },
      },
      handle: async (request) => {
        const { state, epoch } = await loadProjectState(services, request);
        const document = ownedDocument(state);
        const isYaml = prefersYaml(request.headers.get("accept"));
        const type = isYaml ? { "content-type": "application/yaml; charset=utf-8" } : {};
        const body = isYaml ? await runStepsYielding(exportSteps(state, document)) : document;
        return resourceAnswer(request, formatEtag(epoch, state.revision), body, { vary: "accept", ...type });
      },
    }),
    route("applyManifest", {
      ...shared,
      permission: "editor",
      summary: "Apply a manifest",
      usedHeaders: ["if-match", "if-none-match", "idempotency-key"],
      body: { types: ["application/yaml", "application/json"], mostValues: manifestValueLimit },
      answers: { 200: changedAnswer, 201: createdAnswer, ...proposedAnswer },
      problems: ["stale", "precondition_required", "refused", "drift", "conflict"],
      handle: (request) => apply(services, request),
    }),
  ];
}

function* exportSteps(state: ProjectState, document: Partial<ManifestForm>): Steps<string> {
  return (yield* manifestTextSteps(typedDocument(document))) + (yield* exportMark(state));
}

function prefersYaml(accept: string | null): boolean {
  const given = qualities(accept ?? "");
  const weightOf = (type: string) => {
    const weight = given.get(type) ?? 0;
    return weight >= 0 && weight <= 1 ? weight : 0;
  };
  return ["application/yaml", "application/x-yaml", "text/yaml"].some((type) => weightOf(type) > weightOf("application/json"));
}

async function apply(services: AdminServices, request: AdminRequest<Wire<typeof applyQuerySchema>>): Promise<AdminAnswer> {
  const project = readProjectId(request);
  const manifest = await readManifest(request.body, project);
  const { dry_run, overwrite, end_active } = request.query;
  let drift: readonly Drift[] = [];
  const changed = await withLines(request.body, "", () =>
    change(services, request, {
      project,
      resource: "project",
      mustExist: false,
      needsPrecondition: true,
      ...(end_active ? { allowed: ["active_window"] } : {}),
      edits: function* (state, now) {
        const isKnown = yield* isExportedState(state, request.body?.exportedState ?? null);
        const wanted = yield* manifestChangeSteps(state, manifest, now, isKnown);
        drift = wanted.drift;
        if (!dry_run && !overwrite) refuseDrift(drift);
        return wanted.edits;
      },
    }),
  );
  return changeAnswer(changed, request, drift);
}

/** @throws invalid, with everything that is wrong and its lines */
async function readManifest(body: RequestBody | null, project: string): Promise<Manifest> {
  const problems = new ProblemList();
  const { document, problems: own = [] } = body?.text ?? {};
  problems.addAll(own);
  // A text that is no document has its own problems only.
  const isRead = document !== undefined || own.length === 0;
  const manifest = isRead ? await runStepsYielding(manifestSteps(document, problems)) : null;
  if (manifest && manifest.project !== "" && manifest.project !== project) {
    problems.push({ path: "project", message: `expected ${project}, the project in the path` });
  }
  throwIfAny(problems, "the manifest", (listed) => body?.text.locate(listed) ?? listed);
  if (!manifest) throw new DrawbridgeError("internal", "a manifest without problems was not parsed");
  return manifest;
}

function refuseDrift(drift: readonly Drift[]): void {
  if (drift.length === 0) return;
  throw new DrawbridgeError(
    "drift",
    "The project was changed outside the manifest since the last apply. Add these changes to the manifest, or overwrite them.",
    drift.map(({ path, applied, current, desired }) => ({
      path,
      message: `last applied ${shown(applied)}, now ${shown(current)}, this manifest ${shown(desired)}`,
    })),
  );
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
