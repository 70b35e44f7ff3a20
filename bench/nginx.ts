/** nginx with a fixed answer, where it is installed: one process that never looks at a version or a key. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { freePort } from "../server/test/free-port.ts";
import type { Answer } from "./answer.ts";
import { canPin, pageBytes, type Usage } from "./pinned.ts";

export interface Nginx {
  readonly port: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const isInstalled = spawnSync("nginx", ["-v"]).status === 0;

/** Null means nginx is not installed. @param directory for its configuration and temporary files */
export async function openNginx(directory: string, { headers, body }: Answer, core: number): Promise<Nginx | null> {
  if (!isInstalled) return null;
  const port = await freePort();
  const file = join(directory, "nginx.conf");
  writeFileSync(file, configuration(directory, port, headers, body));
  const [program = "", ...rest] = [...(canPin ? ["taskset", "-c", String(core)] : []), "nginx", "-c", file];
  const child = spawn(program, rest, { stdio: "ignore" });
  const ended = once(child, "exit");
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${child.exitCode}`);
    await after(20);
  }
  return {
    port,
    async usage() {
      const [nanoseconds, pages] = ["schedstat", "statm"].map((file) => readFileSync(`/proc/${child.pid}/${file}`, "utf8"));
      return { cpu: Number(nanoseconds?.split(" ")[0]) / 1_000, rss: Number(pages?.split(" ")[1]) * pageBytes };
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function configuration(directory: string, port: number, headers: readonly string[], body: string): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("$", "")}'`;
  // nginx writes these two itself.
  const own = ["content-type", "content-length"];
  const added = headers.flatMap((name, i) =>
    i % 2 === 0 && !own.includes(name.toLowerCase()) ? [`add_header ${name} ${quoted(headers[i + 1] ?? "")};`] : [],
  );
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${directory}/nginx-${name};`,
  );
  return `master_process off;
daemon off;
pid ${directory}/nginx.pid;
error_log ${directory}/nginx-error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000000;
  keepalive_timeout 65;
  default_type "application/json; charset=utf-8";
  ${paths.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    location / {
      ${added.join("\n      ")}
      return 200 ${quoted(body)};
    }
  }
}
`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });
}
