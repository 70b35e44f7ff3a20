/** An installation that shipped to an object store, and then lost its server and its database. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { EdgeProgram, quick, readBytes } from "./running-edge.ts";
import { createProject, metricsToken, startProgram } from "./running-program.ts";
import { until } from "./until.ts";

export type BurnedInstallation = Awaited<ReturnType<typeof openBurned>>;

/** @param random from 0 up to 1 */
export async function openBurned(directory: string, random: () => number) {
  const objects = join(directory, "objects");
  mkdirSync(objects, { recursive: true });
  const env = {
    DRAWBRIDGE_OBJECTS: pathToFileURL(objects).href,
    DRAWBRIDGE_OBJECTS_KEY: randomBytes(32).toString("base64"),
    DRAWBRIDGE_METRICS_TOKEN: metricsToken,
  };
  const origin = await startProgram({ directory: join(directory, "origin"), env });
  const { body } = await origin.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "edges" });
  const key = await createProject(origin, content(), "burned");
  const hasShipped = async () => {
    const status = async () => (await origin.admin("GET", "/admin/v1/status")).body;
    const { revision } = await status();
    await until(async () => ((await status()).objects as Objects).revision === revision);
    return Number(revision);
  };
  await hasShipped();
  const number = (below: number) => Math.floor(random() * below);
  const pick = <T>(from: readonly T[]) => from[number(from.length)] as T;
  for (let i = 0; i < 6; i++) {
    const platform = `/platforms/${pick(["ios", "android"])}`;
    const text = `${i}: ${random().toString(36)}`;
    const [path, change] =
      i % 2 === 0 ? ["", { messages: { default: { en: text } } }] : [platform, { minimum: `2.${i}.${number(9)}` }];
    const { status } = await origin.admin("PATCH", `/admin/v1/projects/burned${path}`, change, { "if-match": "*" });
    assert.equal(status, 200);
  }
  const question = (): Asked => {
    const language = pick(["en", "de", "it", "pt-BR", "xx"]);
    const instance = `i-${number(22)}`;
    const version = pick([`${number(4)}.${number(9)}`, "latest", "2.0.0-rc.1"]);
    const platform = pick(["ios", "android", "web", "tv"]);
    const maintenance = `/api/v1/maintenance?instance=${instance}&lang=${language}`;
    const config = `/api/v1/config?platform=${platform}&current_version=${version}`;
    const target = pick([maintenance, config, `${config}&instance=${instance}`, `${config}&lang=${language}`]);
    return { target, headers: pick([[], [`Accept-Language: ${language}`]]) };
  };
  const answers = new Map<Asked, string>();
  for (let i = 0; i < 40; i++) {
    const asked = question();
    answers.set(asked, await readBytes(origin.urls.config, asked.target, key, asked.headers));
  }
  const revision = await hasShipped();
  await origin.stop();
  rmSync(origin.directory, { recursive: true });
  return {
    objects,
    place: env.DRAWBRIDGE_OBJECTS,
    revision,
    /** In this process. @param follows address of its origin, unless it is the lost one */
    startEdge: (name: string, follows = origin.urls.edge) =>
      EdgeProgram.start({
        directory: join(directory, name),
        origin: follows,
        token: String(body.token),
        env,
        timing: { ...quick, pollEvery: 50 },
      }),
    /** Repeats the questions to the origin. */
    async compare(url: string): Promise<void> {
      for (const [{ target, headers }, expected] of answers)
        assert.equal(await readBytes(url, target, key, headers), expected, target);
    },
    read: (url: string) => readBytes(url, "/api/v1/config?platform=ios&current_version=2.1", key),
  };
}

/** Everything that answers can have, and nothing that changes within a test. */
function content(): object {
  const text = (what: string) => ({ en: `${what}: {current_version}`, de: `${what} auf Deutsch`, it: `${what} in italiano` });
  return {
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
