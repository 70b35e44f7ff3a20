/** A server, and an edge, whose address another program has. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { runCommand } from "../recorded-io.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newPath = temporaryDirectories();

test("an address that is taken is a wrong setting: the exit code is 2, and the value that is printed can be used", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  t.after(() => other.close());
  const { port } = other.address() as { port: number };
  const taken = `127.0.0.1:${port}`;
  const free = "127.0.0.1:0";
  const edge = { DRAWBRIDGE_EDGE_ORIGIN: "http://127.0.0.1:4", DRAWBRIDGE_EDGE_TOKEN: `dbe_${"x".repeat(36)}` };
  for (const [env, setting] of [
    [{ DRAWBRIDGE_LISTEN: taken }, "DRAWBRIDGE_LISTEN"],
    [{ DRAWBRIDGE_LISTEN: free, DRAWBRIDGE_ADMIN_LISTEN: taken }, "DRAWBRIDGE_ADMIN_LISTEN"],
    [{ DRAWBRIDGE_LISTEN: taken, ...edge }, "DRAWBRIDGE_LISTEN"],
  ] as const) {
    const { code, err } = await runCommand(["serve"], {
      env: { DRAWBRIDGE_LOG_LEVEL: "error", DRAWBRIDGE_DATA: newPath(), ...env },
    });
    assert.equal(code, 2, err);
    const [, named, value] =
      /^drawbridge: .* is in use by another program\. Set (\w+) to another address, such as (\w+=\S+)\n$/.exec(err) ?? [];
    assert.deepEqual([named, value], [setting, `${setting}=127.0.0.1:9080`], err);
  }
});
