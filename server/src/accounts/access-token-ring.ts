/** The access tokens of the installation and of its projects, in memory, by hash. */

import { hash, timingSafeEqual } from "node:crypto";
import { type AccessToken, accessTokenState } from "drawbridge-rules/credentials/access-token.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Change, Row } from "../store/store.ts";
import { administratorCalled, anybody, type Requester } from "./requester.ts";

/** What history names who has shown the token of the environment. */
export const environmentActor = "environment";

interface KnownToken {
  readonly id: string;
  readonly project: string;
  readonly token: AccessToken;
}

export class AccessTokenRing {
  readonly #environment: Buffer | null;
  readonly #byHash = new Map<string, KnownToken>();
  readonly #byId = new Map<string, KnownToken>();
  readonly #awaited: () => string | null;

  /**
   * @param environment the token that is valid as long as the process runs, or null
   * @param awaited why the tokens of the store are not known yet; null: they are
   */
  constructor(environment: string | null, awaited: () => string | null = () => null) {
    this.#environment = environment === null ? null : digest(environment);
    this.#awaited = awaited;
  }

  /** Of the tokens of the store, also those that open nothing any more. */
  get size(): number {
    return this.#byId.size;
  }

  /** Takes in a whole store, in place of what it has. */
  load(rows: Iterable<Row>): void {
    this.#byHash.clear();
    this.#byId.clear();
    this.apply(rows);
  }

  /** Takes in what a commit changed. */
  apply(changes: Iterable<Pick<Change, "project" | "kind" | "id" | "value">>): void {
    for (const { project, kind, id, value } of changes) {
      if (kind !== "access_token") continue;
      this.#byHash.delete(this.#byId.get(id)?.token.hash ?? "");
      this.#byId.delete(id);
      if (value === null) continue;
      const known = { id, project, token: storedValue("access_token", value) };
      this.#byHash.set(known.token.hash, known);
      this.#byId.set(id, known);
    }
  }

  /**
   * Found by its digest, so that the time it takes says nothing about the text. @param now epoch ms
   * @throws unavailable: the tokens of the store are not known yet
   */
  find(text: string, now: number): Requester | null {
    const sent = digest(text);
    if (this.#environment && timingSafeEqual(sent, this.#environment)) return administratorCalled(environmentActor, null);
    if (this.#awaited() !== null)
      throw new DrawbridgeError("unavailable", "The server has not read its store yet, so it knows no tokens. Its log says why.");
    const known = this.#byHash.get(sent.toString("hex"));
    if (!known || accessTokenState(known.token, now) !== "active") return null;
    return requesterOf(known);
  }

  /** Active tokens that this person created, in order of project and id. @param now epoch ms */
  madeBy(person: string, now: number): { readonly id: string; readonly project: string; readonly name: string }[] {
    return [...this.#byId.values()]
      .filter(({ token }) => token.maker === person && accessTokenState(token, now) === "active")
      .map(({ id, project, token: { name } }) => ({ id, project, name }))
      .sort((a, b) => (a.project === b.project ? (a.id < b.id ? -1 : 1) : a.project < b.project ? -1 : 1));
  }

  /** Null: no token has this id. */
  nameOf(id: string): string | null {
    return this.#byId.get(id)?.token.name ?? null;
  }
}

/** One that a project holds opens that project, whatever its role says. */
function requesterOf({ id, project, token }: KnownToken): Requester {
  const { role, maker } = token;
  if (project === "") {
    if (role === "administrator") return administratorCalled(id, maker);
    return { ...anybody, actor: id, person: maker };
  }
  const own = role === "administrator" ? "owner" : role;
  const roleIn = (name: string) => (name === project ? own : null);
  return { ...anybody, actor: id, person: maker, roleIn, soleProject: () => project };
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
