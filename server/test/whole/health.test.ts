/** Conclusions that scripts and load balancers may draw from /healthz and /readyz, with read processes and without. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { startProgram } from "../running-program.ts";
import { startProcesses, statusOf, until } from "../several-processes.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const token = "environment-token-0123456789-0123456789";

async function statusAt(url: string, init: RequestInit = {}): Promise<number> {
  return fetch(url, init).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

for (const workers of ["0", "2"]) {
  test(`a script that waits for /healthz can apply, with ${workers} read processes`, async () => {
    const [reads, admin] = [await freePort(), await freePort()];
    const starting = startProgram({
      directory: directories(),
      env: {
        DRAWBRIDGE_LISTEN: `127.0.0.1:${reads}`,
        DRAWBRIDGE_ADMIN_LISTEN: `127.0.0.1:${admin}`,
        DRAWBRIDGE_ADMIN_TOKEN: token,
        DRAWBRIDGE_WORKERS: workers,
      },
    });
    try {
      await until(
        () => statusAt(`http://127.0.0.1:${reads}/healthz`),
        (status) => status === 200,
      );
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "if-none-match": "*" };
      const body = JSON.stringify({ name: "Acme" });
      assert.equal(await statusAt(`http://127.0.0.1:${admin}/admin/v1/projects/acme`, { method: "PUT", headers, body }), 201);
      assert.equal(await statusAt(`http://127.0.0.1:${reads}/readyz`), 200);
    } finally {
      await (await starting).stop();
    }
  });
}

test("while a read process is killed and replaced, /readyz and /healthz are 200", async () => {
  const program = await startProcesses(2, { directory: directories() });
  try {
    const [pid = 0] = statusOf(program).pids;
    process.kill(pid, "SIGKILL");
    let asked = 0;
    await until(
      async () => {
        for (const path of ["/readyz", "/healthz"]) assert.equal(await statusAt(program.urls.config + path), 200, path);
        asked++;
        return statusOf(program);
      },
      ({ restarts, ready }) => restarts === 1 && ready === 2,
    );
    assert.ok(asked > 0);
  } finally {
    await program.stop();
  }
});
