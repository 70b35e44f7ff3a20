import { fillPath } from "drawbridge-rules/api/paths.ts";
import { type Credential, type CredentialKind, credentialState } from "drawbridge-rules/credentials/credential.ts";
import { type CredentialPrefix, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { type ProjectState, resourcesOfKind } from "drawbridge-rules/project/project-state.ts";
import type { Edit, ResourceValues } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { shortId } from "../../base/short-id.ts";
import { mapYielding } from "../../base/yielding-work.ts";
import { newCredential } from "../../log/credential-index.ts";
import type { AdminServices } from "../admin-services.ts";
import { printCredential } from "../answer/credential-wire.ts";
import {
  type CredentialChange,
  readPatch,
  revocation,
  runCredentialVerb,
  type VerbRequest,
} from "../change/credential-change.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { credentialSource } from "../request/idempotency.ts";
import { hasName, paginate } from "../request/page.ts";
import { loadProjectState, type Permission } from "../request/permission.ts";

export type Credentials<K extends CredentialKind> = readonly (readonly [id: string, value: ResourceValues[K]])[];

type Wanted<K extends CredentialKind> = Omit<ResourceValues[K], "hash" | "last4" | "createdAt" | "revokedAt">;

export interface CredentialRoutes<K extends CredentialKind> {
  readonly kind: K;
  readonly suffix: "ReadKey" | "Token" | "ProjectToken";
  readonly parameter: "key" | "token";
  readonly tag: string;
  readonly permission: { readonly read: Permission; readonly change: Permission };
  readonly problems: readonly ProblemCode[];
  /** `one` and `all` differ from `a` where several places hold the kind. */
  readonly texts: {
    readonly a: string;
    readonly one?: string;
    readonly all: string;
    readonly the: "The key" | "The token";
    readonly created?: string;
    readonly description?: string;
    readonly patch?: { readonly description: string };
    readonly missing: string;
  };
  readonly example: object;
  /** @throws invalid, forbidden */
  readonly read: (request: VerbRequest, now: number) => Wanted<K>;
  readonly form: (wanted: Wanted<K>) => { readonly prefix: CredentialPrefix; readonly idPrefix: string };
  /** @throws invalid: the state of the project refuses it */
  readonly check?: (state: ProjectState, wanted: Wanted<K>) => void;
  readonly secret: (text: string, wanted: Wanted<K>, services: AdminServices) => object;
  /** @throws forbidden: the request asks for some that it may not see */
  readonly isListed?: (request: AdminRequest<object>) => (value: ResourceValues[K]) => boolean;
  /** @throws forbidden: this one requires more than the route */
  readonly authorize?: (request: AdminRequest, value: ResourceValues[K]) => void;
  readonly print: (services: AdminServices, project: string, rows: Credentials<K>, now: number) => Promise<readonly object[]>;
}

export function credentialRoutes<K extends CredentialKind>(services: AdminServices, kind: CredentialRoutes<K>): AdminRoute[] {
  const { suffix, tag, permission, problems, texts, example } = kind;
  const { a, one = a, all, the, created = the, description } = texts;
  const more = description === undefined ? {} : { description };
  const read = { permission: permission.read, tag, ...more };
  const verb = { permission: permission.change, tag, usedHeaders: ["idempotency-key"], problems, ...more } as const;
  const handlers = new CredentialHandlers(services, kind);
  return [
    route(`list${suffix}s`, {
      ...read,
      summary: `List ${all}, oldest first`,
      answers: { 200: { description: "One page" } },
      handle: (request) => handlers.list(request),
    }),
    route(`get${suffix}`, {
      ...read,
      summary: `Get ${one}`,
      answers: { 200: { description: the } },
      handle: (request) => handlers.get(request),
    }),
    route(`create${suffix}`, {
      ...verb,
      givesAccess: true,
      summary: `Create ${one}`,
      body: { example },
      answers: { 201: { description: created, headers: ["location"] } },
      problems: [...new Set([...problems, "key_in_use"] as const)],
      handle: (request) => handlers.create(request),
    }),
    // A later expiry gives access.
    route(`patch${suffix}`, {
      ...verb,
      givesAccess: true,
      summary: `Rename ${a}, or change its expiry`,
      ...texts.patch,
      answers: { 200: { description: `${the} after the change` } },
      handle: (request) => handlers.change(request, () => readPatch(request.body, services.now())),
    }),
    route(`revoke${suffix}`, {
      ...verb,
      summary: `Revoke ${a}`,
      answers: { 200: { description: `${the} after the change` } },
      handle: (request) => handlers.change(request, () => revocation),
    }),
  ];
}

/** @throws not_found */
export async function findHolder(services: AdminServices, request: AdminRequest): Promise<ProjectState> {
  return request.params.project === undefined ? services.publisher.state("") : (await loadProjectState(services, request)).state;
}

type Addressed = Pick<CredentialRoutes<CredentialKind>, "suffix" | "parameter">;

export function createdPath({ suffix, parameter }: Addressed, { params }: AdminRequest) {
  return (id: string) => fillPath(`get${suffix}`, { ...params, [parameter]: id } as never);
}

/** Searches only this project. @throws not_found */
export function findCredential<K extends CredentialKind>(
  { kind, texts }: Pick<CredentialRoutes<K>, "kind" | "texts">,
  state: ProjectState,
  id: string,
): ResourceValues[K] {
  const value = resourcesOfKind(state, kind).get(id)?.value;
  if (!value) throw new DrawbridgeError("not_found", texts.missing);
  return value;
}

class CredentialHandlers<K extends CredentialKind> {
  readonly #services: AdminServices;
  readonly #routes: CredentialRoutes<K>;

  constructor(services: AdminServices, routes: CredentialRoutes<K>) {
    this.#services = services;
    this.#routes = routes;
  }

  /** @throws invalid, forbidden */
  async list(request: AdminRequest<CredentialListQuery>): Promise<AdminAnswer> {
    const { kind, parameter, isListed } = this.#routes;
    const state = await findHolder(this.#services, request);
    const { query } = request;
    const now = this.#services.now();
    const isAllowed = isListed?.(request) ?? (() => true);
    const isWanted = (value: ResourceValues[K]) =>
      hasName(query.query, value.name) &&
      (query.state === undefined || credentialState(value, now) === query.state) &&
      isAllowed(value);
    const held = resourcesOfKind(state, kind);
    const looked = await mapYielding(held, ([id, { value }]) => (isWanted(value) ? ([id, value] as const) : null));
    const { items, next } = paginate(
      looked.filter((entry) => entry !== null),
      query,
      ([id, { createdAt }]) => [createdAt, id],
    );
    return { status: 200, body: { [`${parameter}s`]: await this.#routes.print(this.#services, state.id, items, now), next } };
  }

  async get(request: AdminRequest): Promise<AdminAnswer> {
    const state = await findHolder(this.#services, request);
    const [id, value] = this.#find(request, state);
    const [body = null] = await this.#routes.print(this.#services, state.id, [[id, value]], this.#services.now());
    return { status: 200, body };
  }

  async create(request: VerbRequest): Promise<AdminAnswer> {
    const { kind, read, form, check, secret } = this.#routes;
    await findHolder(this.#services, request);
    const wanted = read(request, this.#services.now());
    const { prefix, idPrefix } = form(wanted);
    const text = generateCredential(prefix, await credentialSource(this.#services, request));
    const id = shortId(idPrefix, this.#services.randomBytes);
    const made = (now: number) => newCredential(wanted, text, now) as unknown as ResourceValues[K];
    return runCredentialVerb(this.#services, request, {
      pathTo: createdPath(this.#routes, request),
      secret: secret(text, wanted, this.#services),
      answer: (now) => printCredential(kind, id, made(now), now),
      edits: (state, now) => {
        check?.(state, wanted);
        return [{ kind, id, value: made(now) } as Edit];
      },
    });
  }

  /** A repeated request changes nothing, and its answer says so. */
  async change(request: VerbRequest, read: () => CredentialChange): Promise<AdminAnswer> {
    this.#find(request, await findHolder(this.#services, request));
    const { kind, parameter } = this.#routes;
    const id = request.params[parameter] ?? "";
    const changeOf = read();
    let value: ResourceValues[K] | undefined;
    let changed = false;
    return runCredentialVerb(this.#services, request, {
      answer: (now) => (value ? { ...printCredential(kind, id, value, now), changed } : {}),
      edits: (state, now) => {
        const [, held] = this.#find(request, state);
        const changes = changeOf(held, now);
        value = { ...held, ...changes };
        changed = Object.entries(changes).some(([name, member]) => held[name as keyof Credential] !== member);
        return [{ kind, id, value } as Edit];
      },
    });
  }

  /** @throws not_found, forbidden */
  #find(request: AdminRequest, state: ProjectState): readonly [id: string, value: ResourceValues[K]] {
    const id = request.params[this.#routes.parameter] ?? "";
    const value = findCredential(this.#routes, state, id);
    this.#routes.authorize?.(request, value);
    return [id, value];
  }
}
