/** Conclusions that scripts and load balancers may draw from /healthz and /readyz. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

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

test("a script that waits for /healthz can apply", async () => {
  const [reads, admin] = [await freePort(), await freePort()];
  const starting = startProgram({
    directory: directories(),
    env: {
      DRAWBRIDGE_LISTEN: `127.0.0.1:${reads}`,
      DRAWBRIDGE_ADMIN_LISTEN: `127.0.0.1:${admin}`,
      DRAWBRIDGE_ADMIN_TOKEN: token,
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
