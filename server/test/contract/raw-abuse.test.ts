/** The suite of hostile bytes against the read service itself, and against a listener whose handler waits for every body. */
import { text } from "node:stream/consumers";
import { describe } from "node:test";
import { problemBody, problemType } from "../../src/base/http/problem.ts";
import { openListener } from "../../src/reads/listener/listener.ts";
import { rawAbuse } from "../raw-abuse.ts";
import { config, startReadServer } from "../read-server.ts";

for (const fastPath of [true, false]) {
  describe(`the read service, with the fast path ${fastPath ? "on" : "off"}`, () =>
    rawAbuse(async (limits) => {
      const server = await startReadServer({ projects: [{ project: "shop" }], limits, fastPath });
      const key = await server.addKey("shop");
      return {
        port: server.port,
        target: `${config}?platform=ios&current_version=1.0`,
        headers: `x-api-key: ${key}\r\n`,
        stop: () => server.stop(),
      };
    }));
}

describe("a handler that waits for the body", () =>
  rawAbuse(async (limits) => {
    const { port, stop } = await openListener({
      address: { host: "127.0.0.1", port: 0 },
      onRequest: async (req, res, { path, contentLength, chunked }) => {
        if (contentLength > 0 || chunked) await text(req);
        if (res.headersSent) return;
        const [status, type, body] =
          path === "/here"
            ? [200, "text/plain", "hello"]
            : [404, problemType, problemBody("not_found", "There is nothing here.")];
        res
          .writeHead(status, ["Content-Type", type, "Content-Length", String(body.length), "Cache-Control", "no-store"])
          .end(body);
      },
      cors: true,
      log: { error: (fields: object, sentence: string) => console.error(sentence, fields) },
      limits,
    });
    return { port, target: "/here?a=1", headers: "x-api-key: abc\r\n", stop: () => stop(1_000) };
  }));
