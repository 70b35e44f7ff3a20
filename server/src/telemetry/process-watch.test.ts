import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { EventLoop, OpenFiles } from "./process-watch.ts";

test("a blocked event loop shows in the delay, and an idle one is not late by its own ticks", async () => {
  const loop = new EventLoop();
  try {
    await delay(100);
    const begun = performance.now();
    while (performance.now() - begun < 300);
    while (loop.delay.max < 0.2) await delay(5);
    const { p50, max } = loop.delay;
    assert.ok(p50 <= max && max < 60, `${p50} ${max}`);
  } finally {
    loop.stop();
  }
});

function rigged() {
  const lines: string[] = [];
  let code: string | null = null;
  const log = {
    error: (_: object, text: string) => void lines.push(`error ${text}`),
    info: (_: object, text: string) => void lines.push(`info ${text}`),
  };
  const files = new OpenFiles(log, () => {
    if (code !== null) throw Object.assign(new Error(code), { code });
  });
  files.stop();
  const from = (start: number, seconds: number, error: string | null) => {
    code = error;
    for (let n = 0; n < seconds; n++) files.look(start + n * 1_000);
  };
  return { lines, files, from };
}

test("seconds without a descriptor are counted, and are one line of the log until a minute was quiet", () => {
  const { lines, files, from } = rigged();
  from(0, 30, "EMFILE");
  from(30_000, 20, null);
  from(50_000, 5, "ENFILE");
  from(55_000, 59, null);
  assert.deepEqual(lines, ["error New connections are closed unanswered"]);
  from(114_000, 10, null);
  assert.deepEqual(lines, ["error New connections are closed unanswered", "info Connections are accepted again"]);
  assert.equal(files.exhausted, 35);
});

test("another error says nothing of descriptors", () => {
  const { lines, files, from } = rigged();
  from(0, 3, "ENOENT");
  assert.deepEqual([lines, files.exhausted], [[], 0]);
});

test("a process with 40 descriptors says that it has none left", { skip: process.platform !== "linux" }, async () => {
  const path = join(import.meta.dirname, "process-watch.ts");
  const script = `
    import { createServer } from "node:net";
    import { OpenFiles } from ${JSON.stringify(path)};
    const say = (fields, text) => console.log(JSON.stringify({ ...fields, text, open: files.open, max: files.limit }));
    const files = new OpenFiles({ error: say, info: say });
    const server = createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const child = spawn("sh", ["-c", 'ulimit -n 40; exec "$0" "$@"', process.execPath, "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    const port = Number((await lines.next()).value);
    const sockets = Array.from({ length: 60 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    const said = JSON.parse(String((await lines.next()).value));
    assert.deepEqual([said.text, said.limit, said.open, said.max], ["New connections are closed unanswered", 40, 40, 40]);
    for (const socket of sockets) socket.destroy();
  } finally {
    child.kill();
    await once(child, "exit");
  }
});
