import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { AdministratorList, Grantee } from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import { type Calls, type ChangeOptions, type Etag, json } from "./calls.ts";
import { wholeList } from "./whole-list.ts";

/** People who may everything on this server. */
export class Administrators {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** In order of the people's ids. */
  list(): Promise<readonly Grantee[]> {
    return wholeList(
      (page) => this.page(page),
      ({ administrators }) => administrators,
    );
  }

  page(query: PageQuery = {}): Promise<AdministratorList> {
    return this.#calls.read(["administrators"], { ...query });
  }

  /** @param person id */
  put(person: string, etag: Etag, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("PUT", ["administrators", person], json({}), etag, options);
  }

  /** The last one who can come in stays: `conflict`. */
  delete(person: string, etag: string, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("DELETE", ["administrators", person], null, etag, options);
  }
}
