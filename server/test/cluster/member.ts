/** A node or an edge of a cluster: started, killed and started again on the same port, as a supervisor would. */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface Read {
  readonly status: number;
  readonly body: string;
}

export interface AdminAnswer {
  readonly status: number;
  // Untyped: the callers know which members they ask for.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export class Member {
  readonly name: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  #process: ChildProcess | null = null;
  #ahead = 0;
  #isDiskFull = false;
  #isServing = false;
  /** Increases with each kill: an earlier request may have no answer. */
  #life = 0;

  constructor(name: string, port: number, settings: Readonly<Record<string, string>>) {
    this.name = name;
    this.port = port;
    this.settings = { DRAWBRIDGE_LISTEN: `127.0.0.1:${port}`, ...settings };
  }

  /** True if it has had something to answer from since it was started: then it always has. */
  get isServing(): boolean {
    return this.#isServing;
  }

  get isRunning(): boolean {
    return this.#process !== null;
  }

  get life(): number {
    return this.#life;
  }

  /** False means it has ended before it was there, since what it needs is away. */
  async start(): Promise<boolean> {
    if (this.#process) return true;
    const child = fork(join(import.meta.dirname, "cluster-program.ts"), [JSON.stringify(this.settings)], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // Variables that are no settings of the program, such as those of AWS.
      env: { ...process.env, ...this.settings },
    });
    if (this.#isDiskFull) limitFiles(child, 0);
    this.#keepLog(child);
    let complaints = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    const ended = once(child, "exit").then(() => false);
    this.#process = child;
    const isUp = await Promise.race([once(child, "message").then(() => true), ended]);
    if (!isUp) {
      this.#process = null;
      if (!/database|DRAWBRIDGE_DATABASE_URL|origin/i.test(complaints)) throw new Error(`${this.name} ended: ${complaints}`);
      return false;
    }
    const life = this.#life;
    void ended.then(() => {
      if (life === this.#life) this.#crashed = `${this.name} ended by itself: ${complaints}`;
    });
    this.setClock(this.#ahead);
    void this.#untilServing(life);
    return true;
  }

  #crashed: string | null = null;

  mustNotHaveCrashed(): void {
    if (this.#crashed !== null) throw new Error(this.#crashed);
  }

  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#life++;
    this.#isServing = false;
    this.#process = null;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
    child.kill(signal);
    await ended;
  }

  /** @param ahead milliseconds by which its clock is ahead of the others */
  setClock(ahead: number): void {
    this.#ahead = ahead;
    this.#process?.send({ ahead });
  }

  /** Makes every write to a file fail, as on a full disk, until `makeRoom`; survives restarts. */
  fillDisk(): void {
    this.#isDiskFull = true;
    if (this.#process) limitFiles(this.#process, 0);
  }

  makeRoom(): void {
    this.#isDiskFull = false;
    if (this.#process) limitFiles(this.#process, "unlimited");
  }

  get data(): string {
    return this.settings.DRAWBRIDGE_DATA ?? "";
  }

  read(path: string, key: string): Promise<Read> {
    const { promise, resolve, reject } = Promise.withResolvers<Read>();
    const options = { host: "127.0.0.1", port: this.port, path, agent: this.#agent, headers: { "x-api-key": key } };
    const asked = get(options, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.on("error", reject);
    });
    asked.setTimeout(60_000, () => asked.destroy(new Error(`${this.name} has not answered for a minute`)));
    asked.on("error", reject);
    return promise;
  }

  /** With the token of its settings. @throws Error where no answer comes in time, or none at all */
  async admin(method: string, path: string, body?: object, headers: object = {}): Promise<AdminAnswer> {
    const { DRAWBRIDGE_ADMIN_LISTEN: listen = `127.0.0.1:${this.port}`, DRAWBRIDGE_ADMIN_TOKEN: token } = this.settings;
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await fetch(`http://${listen}/admin/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": type, connection: "close", ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, body: await response.json() };
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.kill();
  }

  /** Written by this process: a member whose disk is full still logs. */
  #keepLog({ stdout }: ChildProcess): void {
    mkdirSync(this.data, { recursive: true, mode: 0o700 });
    stdout?.pipe(createWriteStream(join(this.data, "log.jsonl"), { flags: "a" }));
  }

  async #untilServing(life: number): Promise<void> {
    while (life === this.#life) {
      const answer = await this.read("/readyz", "").catch(() => null);
      if (life === this.#life && answer?.status === 200) {
        this.#isServing = true;
        return;
      }
      await sleep(10);
    }
  }
}

/** Sets the soft limit of `RLIMIT_FSIZE`: writes beyond it fail with EFBIG. Only Linux can set it for another process. */
function limitFiles({ pid }: ChildProcess, bytes: number | "unlimited"): void {
  if (process.platform !== "linux" || pid === undefined) return;
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`], { encoding: "utf8" });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}
