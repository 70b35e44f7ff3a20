/** A project's manifest: read for a file, and applied whole. */

import type { Drift } from "drawbridge-rules/changes/document-diff.ts";
import { type Manifest, manifestSteps, ownedDocument } from "drawbridge-rules/changes/manifest.ts";
import { manifestDriftSteps, manifestEdits } from "drawbridge-rules/changes/manifest-edits.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { ProblemList } from "drawbridge-rules/values/problem-list.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { applyQuerySchema } from "drawbridge-rules/wire/change.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import { finishedInTurns } from "../../base/work-in-turns.ts";
import { manifestValueLimit } from "../../document/document-limits.ts";
import { manifestTextSteps } from "../../document/manifest-text.ts";
import { type AddressedProjectServices, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, type RequestBody, route } from "./admin-route.ts";
import { type ChangeServices, change, changeAnswer } from "./change-answer.ts";
import { exportMark, isExportedState } from "./export-mark.ts";
import { etagOf } from "./precondition.ts";
import { resourceAnswer } from "./resource-answer.ts";
import { withLines } from "./resource-form.ts";
import { changedAnswer, createdAnswer, proposedAnswer } from "./shared-answers.ts";

type ManifestsServices = AddressedProjectServices & ChangeServices;

const shared = { tag: "Manifests" } as const;

export function manifestRoutes(workings: ManifestsServices): AdminRoute[] {
  return [
    route("getManifest", {
      ...shared,
      permission: "viewer",
      summary: "Get the manifest as JSON or YAML",
      description:
        "Contains only windows that came from a manifest. The ETag is of the project as a whole. The YAML form ends with a comment that identifies the exported configuration. Applied with this comment before anything else changes, nothing in it counts as drift.",
      heeds: ["if-none-match", "accept"],
      answers: {
        200: {
          description: "The manifest",
          types: ["application/json", "application/yaml"],
          headers: ["etag", "vary"],
        },
        304: { description: "Still what If-None-Match names", headers: ["etag", "vary"] },
      },
      handle: (request) => get(workings, request),
    }),
    route("applyManifest", {
      ...shared,
      permission: "editor",
      summary: "Apply a manifest",
      heeds: ["if-match", "if-none-match", "idempotency-key"],
      body: {
        types: ["application/yaml", "application/json"],
        mostValues: manifestValueLimit,
      },
      answers: {
        200: changedAnswer,
        201: createdAnswer,
        ...proposedAnswer,
      },
      problems: ["stale", "precondition_required", "refused", "drift", "conflict"],
      handle: (request) => apply(workings, request),
    }),
  ];
}

async function get(workings: ManifestsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const document = ownedDocument(state);
  const isYaml = prefersYaml(request.headers.get("accept"));
  const type = isYaml ? { "content-type": "application/yaml; charset=utf-8" } : {};
  const body = isYaml ? await finishedInTurns(exportSteps(state, document)) : document;
  return resourceAnswer(request, etagOf(epoch, state.revision), body, { vary: "accept", ...type });
}

function* exportSteps(state: ProjectState, document: Readonly<Record<string, unknown>>): Steps<string> {
  return (yield* manifestTextSteps(document)) + (yield* exportMark(state));
}

/** RFC 9110 §12.5.1, as far as there are two to choose from: YAML where its weight is the greater one. */
function prefersYaml(accept: string | null): boolean {
  if (accept === null) return false;
  const ranges = accept.slice(0, 1000).toLowerCase().split(",");
  const weightOf = (types: readonly string[]) => Math.max(0, ...ranges.map((range) => weight(range, types)));
  return weightOf(["application/yaml", "application/x-yaml", "text/yaml"]) > weightOf(["application/json"]);
}

function weight(range: string, types: readonly string[]): number {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  if (!types.includes(type)) return 0;
  const q = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return q >= 0 && q <= 1 ? q : 0;
}

async function apply(workings: ManifestsServices, request: AdminRequest<Wire<typeof applyQuerySchema>>): Promise<AdminAnswer> {
  const project = projectIn(request);
  const manifest = await readManifest(request.body, project);
  const { dry_run, overwrite, end_running } = request.query;
  let drift: readonly Drift[] = [];
  const changed = await withLines(request.body, "", () =>
    change(workings, request, {
      project,
      resource: "project",
      mustExist: false,
      needsPrecondition: true,
      ...(end_running ? { allowed: ["running_window"] } : {}),
      edits: function* (state, now) {
        const isKnown = yield* isExportedState(state, request.body?.exportedState ?? null);
        drift = yield* manifestDriftSteps(state, manifest, now, isKnown);
        if (!dry_run && !overwrite) refuseDrift(drift);
        yield;
        return manifestEdits(state, manifest);
      },
    }),
  );
  return changeAnswer(changed, request, drift);
}

/** @throws invalid, with everything that is wrong and its lines */
async function readManifest(body: RequestBody | null, project: string): Promise<Manifest> {
  const problems = new ProblemList();
  if (body?.text.document === undefined) throwIfAny(body?.text.problems ?? [], "the manifest");
  problems.addAll(body?.text.problems ?? []);
  const manifest = await finishedInTurns(manifestSteps(body?.text.document, problems));
  if (manifest && manifest.project !== "" && manifest.project !== project) {
    problems.push({ path: "project", message: `expected ${project}: the project of the address` });
  }
  throwIfAny(problems, "the manifest", (listed) => body?.text.locate(listed) ?? listed);
  if (!manifest) throw new DrawbridgeError("internal", "a manifest without problems gave nothing");
  return manifest;
}

function refuseDrift(drift: readonly Drift[]): void {
  if (drift.length === 0) return;
  throw new DrawbridgeError(
    "drift",
    "The project was changed another way since the last apply. Take that into the manifest, or overwrite it.",
    drift.map(({ path, applied, current, desired }) => ({
      path,
      message: `last applied ${shown(applied)}, now ${shown(current)}, this manifest ${shown(desired)}`,
    })),
  );
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
