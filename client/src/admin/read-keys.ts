import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type {
  CreatedReadKey,
  ListedReadKey,
  MovedReadKey,
  ReadKeyAddress,
  ReadKeyAnswer,
  ReadKeyImport,
  ReadKeyList,
  ReadKeyMove,
  ReadKeyRequest,
  ReadKeyRotation,
  ReleasedReadKey,
  RevokedReadKey,
  RotatedReadKey,
} from "drawbridge-rules/wire/read-key.ts";
import type { Calls, VerbOptions } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/** What apps send in `x-api-key`. A text that was made is in the answer that made it, and never again. */
export class ReadKeys {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Oldest first. */
  list(project: string, query: Whole<CredentialListQuery> = {}): Promise<readonly ListedReadKey[]> {
    return wholeList(
      (page) => this.page(project, { ...query, ...page }),
      ({ keys }) => keys,
    );
  }

  page(project: string, query: CredentialListQuery = {}): Promise<ReadKeyList> {
    return this.#calls.read(path(project), { ...query });
  }

  create(project: string, request: ReadKeyRequest, options: VerbOptions = {}): Promise<CreatedReadKey> {
    return this.#calls.act(path(project), request, options);
  }

  /** Takes over a key that apps carry already. */
  import(project: string, request: ReadKeyImport, options: VerbOptions = {}): Promise<ReadKeyAnswer> {
    return this.#calls.act(path(project, "import"), request, options);
  }

  /** Makes a key that takes over from `id`, which goes on for the overlap. */
  rotate(project: string, id: string, request: ReadKeyRotation = {}, options: VerbOptions = {}): Promise<RotatedReadKey> {
    return this.#calls.act(path(project, id, "rotate"), request, options);
  }

  /** For ever. */
  revoke(project: string, id: string, options: VerbOptions = {}): Promise<RevokedReadKey> {
    return this.#calls.act(path(project, id, "revoke"), {}, options);
  }

  /** Releases an imported key's text, so that any project can import it; for administrators. */
  release(from: ReadKeyAddress, reason: string, options: Pick<VerbOptions, "idempotencyKey"> = {}): Promise<ReleasedReadKey> {
    return this.#calls.act(["keys", "release"], from, { ...options, reason });
  }

  /** Moves an imported key to another project in one commit; for administrators. */
  move(request: ReadKeyMove, reason: string, options: Pick<VerbOptions, "idempotencyKey"> = {}): Promise<MovedReadKey> {
    return this.#calls.act(["keys", "move"], request, { ...options, reason });
  }
}

function path(project: string, ...rest: readonly string[]): string[] {
  return ["projects", project, "keys", ...rest];
}
