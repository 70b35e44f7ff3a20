import type {
  AccountLink,
  Departure,
  DisabledPerson,
  ErasedPerson,
  InvitedPerson,
  ListedPerson,
  Person,
  PersonDetail,
  PersonList,
  PersonListQuery,
  PersonRequest,
} from "drawbridge-rules/wire/person.ts";
import type { EndedSessions } from "drawbridge-rules/wire/session.ts";
import type { Calls } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/** Accounts, for administrators of the server. */
export class People {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** In order of login. */
  page(query: PersonListQuery = {}): Promise<PersonList> {
    return this.#calls.read(["people"], { ...query });
  }

  list(query: Whole<PersonListQuery> = {}): Promise<readonly ListedPerson[]> {
    return wholeList(
      (page) => this.page({ ...query, ...page }),
      ({ people }) => people,
    );
  }

  get(id: string): Promise<PersonDetail> {
    return this.#calls.read(["people", id]);
  }

  /** With a link by which they set their password. */
  create(request: PersonRequest): Promise<InvitedPerson> {
    return this.#calls.once(["people"], request);
  }

  /** A new link to set a password by; earlier ones end. */
  link(id: string): Promise<AccountLink> {
    return this.#calls.once(["people", id, "link"], {});
  }

  /** Their sessions, links and roles end. */
  disable(id: string, departure: Departure = {}): Promise<DisabledPerson> {
    return this.#calls.once(["people", id, "disable"], departure);
  }

  enable(id: string): Promise<Person> {
    return this.#calls.once(["people", id, "enable"], {});
  }

  signOut(id: string): Promise<EndedSessions> {
    return this.#calls.once(["people", id, "sign-out"], {});
  }

  /** For good. */
  erase(id: string, departure: Departure = {}): Promise<ErasedPerson> {
    return this.#calls.once(["people", id, "erase"], departure);
  }
}
