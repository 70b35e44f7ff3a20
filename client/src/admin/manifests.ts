import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Manifest } from "drawbridge-rules/wire/manifest.ts";
import { type ApplyOptions, type Calls, type Etag, json, type Versioned } from "./calls.ts";

const yamlType = "application/yaml";

/** A project's configuration, whole. */
export class Manifests {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  get(project: string): Promise<Versioned<Manifest>> {
    return this.#calls.readVersioned(path(project));
  }

  /** As YAML, as people keep it in files. */
  text(project: string): Promise<Versioned<string>> {
    return this.#calls.readText(path(project), yamlType);
  }

  put(project: string, manifest: Manifest, etag: Etag, options: ApplyOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("PUT", path(project), json(manifest), etag, options);
  }

  /** YAML, or JSON, which is YAML. Problems with it are told with their lines. */
  putText(project: string, text: string, etag: Etag, options: ApplyOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("PUT", path(project), { type: yamlType, text }, etag, options);
  }
}

function path(project: string): string[] {
  return ["projects", project, "manifest"];
}
