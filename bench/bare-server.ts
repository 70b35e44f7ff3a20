/** Node alone: a `node:http` server with a fixed answer. Argument: JSON of `Answer`. Sends `{ port }` when it is ready. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer } from "./answer.ts";
import { beReady } from "./pinned.ts";

const { headers, body } = JSON.parse(process.argv[2] ?? "") as Answer;
const bytes = Buffer.from(body);
const flat = [...headers];

// Drawbridge's keep-alive, which appears in the headers of every answer.
const server = createServer({ keepAliveTimeout: 65_000 }, (_req, res) => {
  res.writeHead(200, flat);
  res.end(bytes);
});

server.listen(0, "127.0.0.1", () => beReady({ port: (server.address() as AddressInfo).port }));
