import { createProject, type Program, type ProgramOptions, startProgram } from "../running-program.ts";
import { until } from "../until.ts";
import type { ProxyAddress } from "./proxied-client.ts";
import { apps, people, portOf } from "./proxies.ts";

type DisposableNode = Program & AsyncDisposable;

/** Stops at the end of its block, with the time for idle connections that a real stop has. */
export async function startNode({
  env = {},
  ...options
}: Pick<ProgramOptions, "directory" | "env" | "now">): Promise<DisposableNode> {
  const own = {
    DRAWBRIDGE_ADMIN_LISTEN: "localhost:0",
    DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1",
    DRAWBRIDGE_PUBLIC_URL: `https://${people}`,
  };
  const node = await startProgram({ ...options, env: { ...own, ...env }, lameDuck: 1_000 });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= node.stop();
    return stopped;
  };
  return { ...node, stop, [Symbol.asyncDispose]: stop };
}

/** Creates the project that the requests are about. Returns a read key. */
export function createAcme(node: Program): Promise<string> {
  return createProject(node, {
    name: "Acme",
    languages: ["en", "de"],
    ttl: "PT1H",
    stores: { apple: "https://apps.apple.com/app/id123456789" },
    messages: { upgrade: { en: "Please update.", de: "Bitte aktualisieren." } },
    platforms: { ios: { minimum: "3.0" } },
    instances: { "eu-1": { name: "Acme Europe" }, "us-1": { name: "Acme US" } },
  });
}

export const nodeAddress = ({ urls }: Program): ProxyAddress => ({
  port: Number(portOf(urls.config)),
  name: apps,
  isPlain: true,
});

export async function hasCaughtUp(node: Program, other: Program): Promise<void> {
  const revision = async (program: Program) => Number((await program.admin("GET", "/admin/v1/status")).body.revision);
  const wanted = await revision(other);
  await until(
    () => revision(node),
    (found) => found >= wanted,
  );
}
