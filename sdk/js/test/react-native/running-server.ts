/** The program with an empty data directory, in a process of its own: the test renderer replaces the globals of this one. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "..", "..", "..", "..");

export interface RunningServer {
  readonly url: string;
  /** Runs a command line, and returns what it printed. */
  command(line: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(): Promise<RunningServer> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-react-native-"));
  const env = { PATH: process.env.PATH, DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0" };
  const start = (argv: readonly string[]) =>
    spawn(process.execPath, [join(root, "server", "bin", "drawbridge.js"), ...argv], { env });
  const server = start(["serve"]);
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found && output.includes("The console")) resolve(found);
    });
    server.once("close", () => reject(new Error(`The server ended: ${output}`)));
  });
  return {
    url,
    command(line) {
      const argv = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "").slice(1);
      const child = start(argv);
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      return new Promise((resolve, reject) => {
        child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${line}\n${output}`))));
      });
    },
    async stop() {
      server.removeAllListeners("close").kill("SIGTERM");
      await new Promise((done) => server.once("close", done));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Commands and code of a page in docs/. */
export function readPage(name: string): { readonly commands: readonly string[]; readonly code: string } {
  const text = readFileSync(join(root, "docs", name), "utf8");
  const blocks = (language: string) =>
    [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, block = ""]) => block);
  const commands = blocks("sh").flatMap((block) => block.trim().split("\n"));
  return { commands, code: blocks("tsx").join("") };
}
