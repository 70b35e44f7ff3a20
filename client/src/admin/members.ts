import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { FoundPerson, Member, MemberList, MemberLookup, MemberRequest } from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import { type Calls, type ChangeOptions, type Etag, json } from "./calls.ts";
import { wholeList } from "./whole-list.ts";

/** Who may what in a project. Administrators of the server may everything, and are not among them for it. */
export class Members {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** In order of the people's ids. */
  list(project: string): Promise<readonly Member[]> {
    return wholeList(
      (page) => this.page(project, page),
      ({ members }) => members,
    );
  }

  page(project: string, query: PageQuery = {}): Promise<MemberList> {
    return this.#calls.read(path(project), { ...query });
  }

  /** Makes a member (ETag null), or gives another role. @param person id */
  put(project: string, person: string, request: MemberRequest, etag: Etag, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("PUT", path(project, person), json(request), etag, options);
  }

  delete(project: string, person: string, etag: string, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("DELETE", path(project, person), null, etag, options);
  }

  /** The person with exactly this login. */
  lookUp(project: string, login: string): Promise<FoundPerson> {
    return this.#calls.act(path(project, "lookup"), { login } satisfies MemberLookup);
  }
}

function path(project: string, ...rest: readonly string[]): string[] {
  return ["projects", project, "members", ...rest];
}
