import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Protection, ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import { type Calls, type ChangeOptions, json } from "./calls.ts";

/** What a project asks of whoever edits it: a reason, a second pair of eyes. */
export class Protections {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  get(project: string): Promise<Protection> {
    return this.#calls.read(["projects", project, "protection"]);
  }

  put(project: string, form: ProtectionForm, etag: string, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("PUT", ["projects", project, "protection"], json(form), etag, options);
  }
}
