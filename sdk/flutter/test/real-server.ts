/** The real server with the demo, which requires 2.4.0 on iOS and is in maintenance, and two keys, for the test in Dart. */
import { startProgram } from "../../../server/test/running-program.ts";

/** Variables of the tests in Dart. */
export type RealServerEnv = Readonly<Record<"TEST_SERVER" | "TEST_KEY" | "TEST_REHEARSAL_KEY", string>>;

export interface RealServer {
  readonly env: RealServerEnv;
  stop(): Promise<void>;
}

export async function startRealServer(directory: string): Promise<RealServer> {
  const program = await startProgram({ directory, example: true });
  const project = ["--project", "acme-shop"];
  const createKey = async (name: string, ...options: string[]) =>
    String(JSON.parse(await cli("key", "create", ...project, "--name", name, "--json", ...options)).key);

  async function cli(...argv: string[]): Promise<string> {
    const { code, out, err } = await program.cli(...argv);
    if (code !== 0) throw new Error(`${argv.join(" ")}: ${err}`);
    return out;
  }

  // The answers of a cache would be fresh by the clock of the machine, while pages have clocks of their own.
  await cli("project", "set", "--project", "acme-shop", "--ttl", "PT0S", "--yes");
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const env = {
    TEST_SERVER: `${program.urls.config}/api/v1`,
    TEST_KEY: await createKey("apps"),
    TEST_REHEARSAL_KEY: await createKey("testers", "--rehearsal-ignore-maintenance", "--expires", expires),
  };
  return { env, stop: () => program.stop() };
}
