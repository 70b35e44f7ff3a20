/** An installation that ships to an object store, and then loses its server, its database and all edges. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { EdgeProgram, quick, readBytes } from "./running-edge.ts";
import { type Program, startProgram } from "./running-program.ts";
import { until } from "./until.ts";

export const metricsToken = "metrics-token-metrics-token-metrics-token";
const key = "app-of-the-burned-installation";
const project = "projects/burned";

/** Everything that answers can have, and nothing that changes within a test. */
function manifest(): object {
  const text = (what: string) => ({ en: `${what}: {current_version}`, de: `${what} auf Deutsch`, it: `${what} in italiano` });
  return {
    apiVersion: "drawbridge/v1",
    project: "burned",
    messages: { upgrade: text("Upgrade"), default: text("Fine"), maintenance: { en: "Down", de: "Wartung" } },
    platforms: {
      ios: { minimum: "2.0.0", recommended: "3.1", store: "none" },
      android: { minimum: "1.5", store: "none" },
      web: { store: "none" },
    },
    instances: Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`i-${i}`, { name: { en: `Instance ${i}`, de: `Instanz ${i}` } }]),
    ),
  };
}

interface Asked {
  readonly target: string;
  readonly headers: readonly string[];
}

export class BurnedInstallation {
  readonly directory: string;
  readonly objects: string;
  readonly origin: Program;
  readonly edge: Readonly<Record<string, string>>;
  readonly answers = new Map<Asked, string>();
  readonly #random: () => number;

  private constructor(directory: string, origin: Program, edge: Readonly<Record<string, string>>, random: () => number) {
    this.directory = directory;
    this.objects = join(directory, "objects");
    this.origin = origin;
    this.edge = edge;
    this.#random = random;
  }

  static async open(directory: string, random: () => number): Promise<BurnedInstallation> {
    const folder = join(directory, "objects");
    mkdirSync(folder, { recursive: true });
    const shared = {
      DRAWBRIDGE_OBJECTS: pathToFileURL(folder).href,
      DRAWBRIDGE_OBJECTS_KEY: randomBytes(32).toString("base64"),
      DRAWBRIDGE_METRICS_TOKEN: metricsToken,
    };
    const origin = await startProgram({ directory: join(directory, "origin"), env: shared });
    const { out } = await origin.cli("token", "create", "--kind", "edge", "--name", "edges", "--json");
    const edge = { ...shared, DRAWBRIDGE_EDGE_ORIGIN: origin.urls.edge, DRAWBRIDGE_EDGE_TOKEN: JSON.parse(out).token };
    const installation = new BurnedInstallation(directory, origin, edge, random);
    await installation.change("PUT", "/manifest", manifest(), { "if-none-match": "*" });
    await installation.change("POST", "/keys/import", { name: "app", value: key });
    return installation;
  }

  async change(method: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const { status, body: said } = await this.origin.admin(method, `/admin/v1/${project}${path}`, body, headers);
    assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(said)}`);
  }

  async commit(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const text = `${i}: ${this.#random().toString(36)}`;
      const platform = this.#pick(["ios", "android"]);
      if (i % 2 === 0) await this.change("PATCH", "", { messages: { default: { en: text } } }, { "if-match": "*" });
      else await this.change("PATCH", `/platforms/${platform}`, { minimum: `2.${i}.${this.#number(9)}` }, { "if-match": "*" });
    }
  }

  /** Asks the origin, and waits until the object store has everything. */
  async askOrigin(questions: number): Promise<number> {
    for (let i = 0; i < questions; i++) {
      const asked = this.#question();
      this.answers.set(asked, await readBytes(this.origin.urls.config, asked.target, key, asked.headers));
    }
    const { body: status } = await this.origin.admin("GET", "/admin/v1/status");
    const revision = Number(status.revision);
    await until(async () => {
      const { body } = await this.origin.admin("GET", "/admin/v1/status");
      return (body.objects as { readonly revision: number }).revision === revision;
    });
    return revision;
  }

  async burn(): Promise<void> {
    await this.origin.stop();
    rmSync(this.origin.directory, { recursive: true });
  }

  /** An edge in this process. @param follows address of its origin, unless it is that of the installation */
  startEdge(name: string, follows?: string): Promise<EdgeProgram> {
    const { DRAWBRIDGE_EDGE_ORIGIN: own = "", DRAWBRIDGE_EDGE_TOKEN: token = "", ...env } = this.edge;
    const origin = follows ?? own;
    return EdgeProgram.start({ directory: join(this.directory, name), origin, token, env, timing: { ...quick, pollEvery: 50 } });
  }

  async compare(url: string): Promise<number> {
    for (const [{ target, headers }, expected] of this.answers)
      assert.equal(await readBytes(url, target, key, headers), expected, target);
    return this.answers.size;
  }

  async read(url: string): Promise<string> {
    return readBytes(url, "/api/v1/config?platform=ios&current_version=2.1", key);
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#number(from.length)] as T;
  }

  #question(): Asked {
    const language = this.#pick(["en", "de", "it", "pt-BR", "xx"]);
    const instance = `i-${this.#number(22)}`;
    const version = this.#pick([`${this.#number(4)}.${this.#number(9)}`, "latest", "2.0.0-rc.1"]);
    const platform = this.#pick(["ios", "android", "web", "tv"]);
    const maintenance = `/api/v1/maintenance?instance=${instance}&lang=${language}`;
    const config = `/api/v1/config?platform=${platform}&current_version=${version}`;
    const target = this.#pick([maintenance, config, `${config}&instance=${instance}`, `${config}&lang=${language}`]);
    return { target, headers: this.#pick([[], [`Accept-Language: ${language}`]]) };
  }
}

export async function statusOf(url: string): Promise<{ readonly revision: number | null; readonly objects: Objects }> {
  const response = await fetch(`${url}/status`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return (await response.json()) as { readonly revision: number; readonly objects: Objects };
}

/** Changes a file of the object store. Returns its repair. */
export function damageFile(path: string, damage: (bytes: Buffer) => Buffer): () => void {
  const whole = readFileSync(path);
  writeFileSync(path, damage(Buffer.from(whole)));
  return () => writeFileSync(path, whole);
}

/** Moves it away, as if it were deleted or no longer mounted. Returns its repair. */
export function moveAway(path: string): () => void {
  renameSync(path, `${path}-away`);
  return () => renameSync(`${path}-away`, path);
}

interface Objects {
  readonly place: string;
  readonly revision: number | null;
  readonly behind: number;
  readonly problem: string | null;
}
