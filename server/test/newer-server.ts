/** A server of a later version, for clients of this one: resources have one more member, which an edit may send back. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export const later = { contact: "ops@acme.example" };

export interface NewerServer {
  readonly url: string;
  /** Bodies of edits except dry runs, by method and path. */
  readonly sent: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** @param url of a server of this version, whose answers lack the member and which refuses it */
export async function newerServer(t: TestContext, url: string): Promise<NewerServer> {
  const sent = new Map<string, Record<string, unknown>>();
  const server = createServer(async (req, res) => {
    const chunks = await req.toArray();
    const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : null;
    const { method = "GET", url: path = "/" } = req;
    if (body && !path.includes("dry_run=true")) sent.set(`${method} ${path.split("?")[0]}`, body);
    const { contact: _, ...known } = body ?? {};
    const { host: __, connection: ___, "content-length": ____, ...headers } = req.headers;
    const answer = await fetch(new URL(path, url), {
      method,
      headers: headers as Record<string, string>,
      ...(body ? { body: JSON.stringify(known) } : {}),
    });
    const text = await answer.text();
    const own = Object.fromEntries(answer.headers);
    delete own["content-length"];
    res
      .writeHead(answer.status, own)
      .end(method === "GET" && answer.ok ? JSON.stringify({ ...JSON.parse(text), ...later }) : text);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}
