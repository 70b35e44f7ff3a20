/** Node's sockets alone: a fixed buffer for each piece that ends a request. Argument: JSON of `Answer`. Sends `{ port }` when it is ready. */
import { type AddressInfo, createServer } from "node:net";
import type { Answer } from "./answer.ts";
import { beReady } from "./pinned.ts";

const { headers, body } = JSON.parse(process.argv[2] ?? "") as Answer;
const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []));
// Node's own headers, which every answer of Drawbridge has.
const own = [`Date: ${new Date().toUTCString()}`, "Connection: keep-alive", "Keep-Alive: timeout=65"];
const whole = Buffer.from(["HTTP/1.1 200 OK", ...lines, ...own, "", body].join("\r\n"));

const server = createServer({ noDelay: true }, (socket) => {
  socket.on("data", (chunk) => {
    if (chunk.includes("\r\n\r\n")) socket.write(whole);
  });
  socket.on("error", () => {});
});

server.listen(0, "127.0.0.1", () => beReady({ port: (server.address() as AddressInfo).port }));
