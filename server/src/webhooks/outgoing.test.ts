import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { AddressRules } from "./address-rules.ts";
import { Outgoing } from "./outgoing.ts";

const get = { method: "GET", headers: {}, body: null } as const;
const forbidden = [
  ...["127.0.0.1", "0x7f.1", "2130706433", "0177.0.0.1", "127.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1"],
  ...["169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ..."[::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [fe80::1] [fc00::1]".split(" "),
  ..."[ff02::1] [2002:7f00:1::] [2001::1] [2001:db8::1] [::127.0.0.1] [4000::1] [100::1] [fec0::1]".split(" "),
  ..."[::ffff:93.184.215.14] [2001:1ff::1] [3fff:fff::1] [2620:4f:8000::1] 198.19.255.255 172.31.0.1 localhost".split(" "),
];

/** A receiver on this machine that counts its connections. */
async function receiver(t: TestContext, answer: RequestListener) {
  const server = createServer(answer);
  const counts = { connections: 0 };
  server.on("connection", () => counts.connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, counts };
}

test("no connection is made to an address that is not public, however it is written", async (t) => {
  const { port, counts } = await receiver(t, (_, response) => response.end());
  const outgoing = new Outgoing(new AddressRules([]));
  for (const host of forbidden) {
    const { status, text } = await outgoing.send({ ...get, url: `https://${host}:${port}/` });
    assert.deepEqual([host, status], [host, null]);
    assert.match(text, /is not a public address/, host);
  }
  assert.equal(counts.connections, 0);
  for (const host of ["93.184.215.14", "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]"]) {
    assert.equal(new AddressRules([]).ofUrl(`https://${host}/`), null);
    assert.match(new AddressRules([]).ofUrl(`http://${host}/`) ?? "", /could be read on the way: use https/);
  }
});

test("the address that a connection uses is checked, whatever its name resolved to before", async (t) => {
  const { port, counts } = await receiver(t, (_, response) => response.end());
  let looks = 0;
  const resolve = ((_: string, _options: object, done: (...found: unknown[]) => void) => {
    looks++;
    done(null, [{ address: "127.0.0.1", family: 4 }]);
  }) as never;
  const outgoing = new Outgoing(new AddressRules([]), { resolve });
  const { status, text } = await outgoing.send({ ...get, url: `https://rebinding.test:${port}/` });
  assert.deepEqual([status, counts.connections, looks], [null, 0, 1]);
  assert.match(text, /^127\.0\.0\.1 is not a public address/);
});

test("redirects are not followed, bodies without end are cut, and a receiver that hangs is left", async (t) => {
  const other = await receiver(t, (_, response) => response.end());
  const { port } = await receiver(t, ({ url }, response) => {
    if (url === "/moved") response.writeHead(301, { location: `http://127.0.0.1:${other.port}/` }).end();
    else if (url === "/slow") response.writeHead(503, { "retry-after": "30" }).end("later");
    else if (url === "/limited") response.writeHead(429, { "retry-after": new Date(Date.now() + 90_000).toUTCString() }).end();
    else if (url === "/endless") {
      response.writeHead(200);
      const write = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", write);
      write();
    } else if (url === "/drip") response.writeHead(200).write("x");
  });
  const outgoing = new Outgoing(new AddressRules(["127.0.0.0/8"]), { longest: 5_000 });
  const ask = (path: string) => outgoing.send({ ...get, url: `http://127.0.0.1:${port}${path}` });
  assert.equal((await ask("/moved")).status, 301);
  assert.equal(other.counts.connections, 0);
  assert.deepEqual(await ask("/slow"), { status: 503, text: "later", retryAfter: 30_000 });
  const { retryAfter } = await ask("/limited");
  assert.ok(retryAfter !== null && retryAfter > 30_000 && retryAfter <= 90_000, String(retryAfter));
  const endless = await ask("/endless");
  assert.deepEqual([endless.status, endless.text.length], [200, 1_024]);
  assert.deepEqual(await ask("/drip"), { status: 200, text: "x", retryAfter: null });
  assert.deepEqual(await ask("/hangs"), { status: null, text: "No answer within 5 s", retryAfter: null });
  outgoing.close();
});

test("a name whose addresses all refuse the connection says so", async () => {
  const resolve = ((_: string, _options: object, done: (...found: unknown[]) => void) =>
    done(
      null,
      ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 })),
    )) as never;
  const outgoing = new Outgoing(new AddressRules(["127.0.0.0/8"]), { resolve });
  const { text } = await outgoing.send({ ...get, url: "http://two.test:1/" });
  assert.equal(text, "connect ECONNREFUSED 127.0.0.1:1, connect ECONNREFUSED 127.0.0.2:1");
});
