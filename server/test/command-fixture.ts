/** The command line for tests: against the admin API on a loopback port with its store in memory. */
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { it, type TestContext } from "node:test";
import { openListener } from "../src/reads/listener/listener.ts";
import { createRequestHandler } from "../src/reads/listener/listener-routes.ts";
import { type AdminServer, adminServer, adminToken } from "./admin-server.ts";
import { machineText } from "./machine-text.ts";
import { type CommandEnvironment, type CommandResult, runCommand, wordsOf } from "./recorded-io.ts";

export const manifest = `apiVersion: drawbridge/v1
project: acme
name: Acme
stores:
  apple: https://apps.apple.com/app/id1
platforms:
  ios: { minimum: "2.4.0" }
instances:
  eu-1: { name: Acme Europe }
  us-1: { name: Acme US }
`;

export interface CommandFixture {
  readonly server: AdminServer;
  readonly url: string;
  /** Runs a command line, whose text is sentences for people; words in double quotes stay together. */
  run(line: string, surroundings?: CommandEnvironment): Promise<CommandResult>;
  /** Applies a manifest without a prompt. */
  apply(text?: string): Promise<CommandResult>;
}

/** @param beforePut called before each PUT except dry runs */
export async function startCommandFixture(
  t: Pick<TestContext, "after">,
  beforePut: (server: AdminServer) => Promise<unknown> = async () => null,
): Promise<CommandFixture> {
  const server = await adminServer();
  const admin = {
    async handle(req: IncomingMessage, res: ServerResponse) {
      if (req.method === "PUT" && !req.url?.includes("dry_run=true")) await beforePut(server);
      await server.api.handle(req, res);
    },
  };
  const now = () => server.now;
  const listener = await openListener({
    address: { host: "127.0.0.1", port: 0 },
    onRequest: createRequestHandler({ catalog: server.catalog, now, admin }, new Set(["admin"])),
    cors: false,
    log: { error: (...entry: unknown[]) => assert.fail(JSON.stringify(entry)) },
  });
  t.after(() => listener.stop(0));
  const env = { DRAWBRIDGE_URL: listener.url, DRAWBRIDGE_TOKEN: adminToken };
  const run: CommandFixture["run"] = async (line, surroundings = {}) => {
    const result = await runCommand(wordsOf(line), { now, ...surroundings, env: { ...env, ...surroundings.env } });
    // Commands to repeat are not sentences, and secrets are random.
    const said = result.out.replaceAll(/^.*drawbridge .*$|whsec_\S+/gm, "");
    if (!/--json|--full|-o |--output|^(?:export|simulate|validate)/.test(line))
      for (const form of machineText) assert.doesNotMatch(said, form, line);
    return result;
  };
  return { server, url: listener.url, run, apply: (text = manifest) => run("apply -f - --yes", { input: text }) };
}

/** A test with a fixture of its own, in which the manifest was applied. */
export function test(name: string, work: (fixture: CommandFixture, t: TestContext) => Promise<void>): void {
  it(name, async (t) => {
    const fixture = await startCommandFixture(t);
    await fixture.apply();
    await work(fixture, t);
  });
}
