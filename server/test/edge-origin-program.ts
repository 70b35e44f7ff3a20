/** An origin for edges over real sockets, with a store in memory and a clock that a test sets. */

import { randomBytes } from "node:crypto";
import { guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import { installationToken, type Token } from "drawbridge-rules/credentials/token.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { hashCredential } from "../src/base/hash.ts";
import { EdgeOrigin } from "../src/edges/edge-api.ts";
import type { HubLimits } from "../src/edges/edge-hub.ts";
import { storedUsageSink } from "../src/edges/edge-usage-report.ts";
import { Publisher } from "../src/log/publisher.ts";
import { Catalog } from "../src/reads/catalog/catalog.ts";
import { type Listener, openListener } from "../src/reads/listener/listener.ts";
import { createRequestHandler, type RouteGroup } from "../src/reads/listener/listener-routes.ts";
import { CurrentRows } from "../src/replicas/current-rows.ts";
import type { Store } from "../src/store/store.ts";
import { exampleForm, keyEdit, manifestFrom } from "./example-project.ts";
import { openMemoryStore } from "./memory-store.ts";
import { credentialNamed } from "./permission-names.ts";

interface OriginOptions {
  readonly limits?: Partial<HubLimits>;
  readonly store?: Store;
  readonly port?: number;
  /** Takes the counts of edges, as a server does. */
  readonly countsEdges?: boolean;
}

/** Opens `acme-shop` to apps. */
export const appKey = credentialNamed("dbr_", "k_apps");

const everything: ReadonlySet<RouteGroup> = new Set(["reads", "edge"]);

export class OriginProgram implements AsyncDisposable {
  readonly clock = { now: Date.parse("2026-11-21T12:00:00Z") };
  readonly catalog = new Catalog();
  readonly edges: EdgeOrigin;
  readonly #rows = new CurrentRows();
  readonly store: Store;
  listener!: Listener;
  readonly #publisher: Publisher;

  static async start(options: OriginOptions = {}): Promise<OriginProgram> {
    const origin = new OriginProgram(options);
    await origin.#start(options.port ?? 0);
    return origin;
  }

  private constructor(options: OriginOptions) {
    const { limits, store = openMemoryStore(), countsEdges } = options;
    this.store = store;
    const now = () => this.clock.now;
    const usage = countsEdges
      ? { usage: storedUsageSink({ store, catalog: this.catalog, now, note: async () => undefined }) }
      : {};
    this.edges = new EdgeOrigin({
      source: store,
      rows: this.#rows,
      trustedProxies: [],
      now,
      randomBytes,
      ...usage,
      ...(limits ? { limits } : {}),
    });
    this.#publisher = new Publisher(store, now, [
      (changes, head) => this.catalog.apply(changes, head),
      (changes, head, commit) => this.#rows.apply(changes, head, commit),
      (changes, head) => this.edges.hub.apply(changes, head),
    ]);
  }

  async #start(port: number): Promise<void> {
    const routeHandlers = { catalog: this.catalog, now: () => this.clock.now, edge: this.edges };
    const log = { error: (fields: object, text: string) => console.error(text, fields) };
    const address = { host: "127.0.0.1", port };
    this.listener = await openListener({ address, onRequest: createRequestHandler(routeHandlers, everything), cors: true, log });
    const { head, rows } = await this.store.whole();
    this.catalog.load(rows, head);
    this.#rows.load(rows, head, null);
    this.edges.hub.load(rows, head);
  }

  get url(): string {
    return this.listener.url;
  }

  async publish(project: string, edits: (state: ProjectState) => readonly Edit[]): Promise<void> {
    const request = {
      project,
      actor: "the-actor",
      reason: "a reason that stays here",
      override: guardCodes,
      mayBreakGlass: true,
    };
    await this.#publisher.publish({ ...request, dryRun: false, edits });
  }

  async apply(form: { readonly project: string }): Promise<void> {
    const manifest = manifestFrom({ apiVersion: "drawbridge/v1", ...form });
    await this.publish(form.project, (state) => manifestEdits(state, manifest));
  }

  /** Applies the example as the project `acme-shop`, with the key `appKey`. */
  async applyExample(more: object = {}): Promise<void> {
    await this.apply({ ...exampleForm, project: "acme-shop", ...more });
    await this.publish("acme-shop", () => [keyEdit("k_apps", { hash: hashCredential(appKey), createdAt: 1 })]);
  }

  async setMinimum(minimum: string): Promise<void> {
    await this.publish("acme-shop", ({ platform }) => {
      const held = platform.get("ios")?.value;
      return held?.policy ? [{ kind: "platform", id: "ios", value: { ...held, policy: { ...held.policy, minimum } } }] : [];
    });
  }

  async revision(): Promise<number> {
    return (await this.store.head()).revision;
  }

  async addToken(id: string, rules: Partial<Token> = {}): Promise<string> {
    const text = credentialNamed("dbe_", id);
    const plain = { ...installationToken, kind: "edge", role: null, createdAt: 0, revokedAt: null } as const;
    const value: Token = { name: id, hash: hashCredential(text), last4: text.slice(-4), ...plain, ...rules };
    await this.publish("", () => [{ kind: "token", id, value }]);
    return text;
  }

  async revoke(id: string): Promise<void> {
    await this.publish("", ({ token }) => {
      const held = token.get(id)?.value;
      return held ? [{ kind: "token", id, value: { ...held, revokedAt: this.clock.now } }] : [];
    });
  }

  /** Stops immediately, like a machine that fails; the store stays. */
  async stop(): Promise<void> {
    this.edges.close();
    await this.listener.stop(0);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
