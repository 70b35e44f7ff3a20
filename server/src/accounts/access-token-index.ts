import { timingSafeEqual } from "node:crypto";
import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import type { Token } from "drawbridge-rules/credentials/token.ts";
import { type DrawbridgeError, storeError, storeProblemOf, UnusableStore } from "drawbridge-rules/values/errors.ts";
import { hashCredential } from "../base/hash.ts";
import { CredentialIndex, type KnownCredential } from "../log/credential-index.ts";
import { administratorRequester, anonymousRequester, type Requester } from "./requester.ts";

export const environmentActor = "environment";

export class AccessTokenIndex extends CredentialIndex<"token"> {
  readonly #environment: Buffer | null;
  readonly #names = new Map<string, string>();
  readonly #awaited: () => DrawbridgeError | null;

  constructor(environment: string | null, awaited: () => DrawbridgeError | null = () => null) {
    super("token", ({ kind }) => kind === "access");
    this.#environment = environment === null ? null : Buffer.from(hashCredential(environment));
    this.#awaited = awaited;
  }

  override put(project: string, id: string, token: Token): void {
    super.put(project, id, token);
    this.#names.set(id, token.name);
  }

  override remove(project: string, id: string): KnownCredential<"token"> | null {
    this.#names.delete(id);
    return super.remove(project, id);
  }

  /** @throws unavailable: tokens are not known yet */
  requester(text: string, now: number): Requester | null {
    const isOfEnvironment = this.#environment && timingSafeEqual(Buffer.from(hashCredential(text)), this.#environment);
    if (isOfEnvironment) return administratorRequester(environmentActor, null);
    const awaited = this.#awaited();
    if (awaited !== null) {
      const why = (awaited instanceof UnusableStore && awaited.summary) || "The server has not read its store yet.";
      throw storeError(storeProblemOf(awaited), `${why} It cannot check tokens until then; its log has the reason.`);
    }
    const known = this.findActive(text, now);
    return known && requesterOf(known);
  }

  requesterOf(id: string, now: number): Requester | null {
    if (id === environmentActor && this.#environment) return administratorRequester(environmentActor, null);
    const known = [...this.all()].find((each) => each.id === id && credentialState(each.value, now) === "active");
    return known ? requesterOf(known) : null;
  }

  createdBy(person: string, now: number): { readonly id: string; readonly project: string; readonly name: string }[] {
    return [...this.all()]
      .filter(({ value }) => value.createdBy === person && credentialState(value, now) === "active")
      .map(({ id, project, value: { name } }) => ({ id, project, name }))
      .sort((a, b) => (a.project === b.project ? (a.id < b.id ? -1 : 1) : a.project < b.project ? -1 : 1));
  }

  nameOf(id: string): string | null {
    return this.#names.get(id) ?? null;
  }
}

/** A project's token opens only that project, whatever its role. */
function requesterOf({ id, project, value: { role, createdBy } }: KnownCredential<"token">): Requester {
  if (project === "") {
    if (role === "administrator") return administratorRequester(id, createdBy);
    return { ...anonymousRequester, actor: id, person: createdBy };
  }
  const own = role === "administrator" ? "owner" : role;
  const roleIn = (name: string) => (name === project ? own : null);
  return { ...anonymousRequester, actor: id, person: createdBy, roleIn, soleProject: () => project };
}
